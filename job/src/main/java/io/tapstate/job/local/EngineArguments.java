package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.JobError;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the local engine is started with.
 *
 * @param plan the {@code plan.json} to run
 * @param stateDirectory checkpoints, logs and the plan they belong to
 * @param configuration directory that holds {@code config.yaml}
 * @param restPorts a port or a range, for example {@code 8081-8181}
 * @param parallelism subtasks per step; wins over what the plan says
 * @param adopt whether targets are taken over that others wrote
 */
record EngineArguments(
        Path plan, Path stateDirectory, Path configuration, String restPorts, OptionalInt parallelism, boolean adopt) {
    private static final String DEFAULT_PORTS = "8081-8181";
    private static final int LAST_PORT = 65_535;
    private static final Pattern PORTS = Pattern.compile("\\d{1,5}(-\\d{1,5})?");

    static EngineArguments parse(String... arguments) {
        Path plan = null;
        Path stateDirectory = null;
        Path configuration = null;
        String restPorts = DEFAULT_PORTS;
        OptionalInt parallelism = OptionalInt.empty();
        boolean adopt = false;
        for (int i = 0; i < arguments.length; i += 2) {
            String argument = arguments[i];
            switch (argument) {
                case "--plan" -> plan = Path.of(value(arguments, i));
                case "--state-dir" -> stateDirectory = Path.of(value(arguments, i));
                case "--conf" -> configuration = Path.of(value(arguments, i));
                case "--rest-port" -> restPorts = ports(argument, value(arguments, i));
                case "--parallelism" -> parallelism = OptionalInt.of(count(argument, value(arguments, i)));
                case "--adopt" -> adopt = Boolean.parseBoolean(value(arguments, i));
                default -> throw TapException.of(JobError.UNKNOWN_ARGUMENT, "argument", argument);
            }
        }
        return new EngineArguments(
                required("--plan", plan),
                required("--state-dir", stateDirectory).toAbsolutePath().normalize(),
                required("--conf", configuration),
                restPorts,
                parallelism,
                adopt);
    }

    private static String value(String[] arguments, int at) {
        if (at + 1 >= arguments.length) {
            throw TapException.of(JobError.ARGUMENT_WITHOUT_VALUE, "argument", arguments[at]);
        }
        return arguments[at + 1];
    }

    private static Path required(String argument, Path value) {
        if (value == null) {
            throw TapException.of(JobError.ARGUMENT_MISSING, "argument", argument);
        }
        return value;
    }

    private static String ports(String argument, String value) {
        if (!PORTS.matcher(value).matches()
                || Stream.of(value.split("-", 2)).mapToInt(Integer::parseInt).anyMatch(port -> port > LAST_PORT)) {
            throw illegal(argument, value, "a port or a range of ports such as 8081-8181");
        }
        return value;
    }

    private static int count(String argument, String value) {
        if (!value.matches("[1-9]\\d{0,2}")) {
            throw illegal(argument, value, "a whole number from 1 to 999");
        }
        return Integer.parseInt(value);
    }

    private static TapException illegal(String argument, String value, String expected) {
        return TapException.of(JobError.ILLEGAL_ARGUMENT, "argument", argument, "value", value, "expected", expected);
    }
}
