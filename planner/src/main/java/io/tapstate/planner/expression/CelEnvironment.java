package io.tapstate.planner.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import io.tapstate.planner.logical.RowType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds CEL compilers and keeps the latest, for building one costs more than using it. */
final class CelEnvironment {
    /** What expressions can name, in the order of the documentation. */
    static final List<String> VARIABLES = List.of("op", "ts", "src", "before", "after", "schema");

    /** The variables whose fields are columns. */
    static final Set<String> ROWS = Set.of("after", "before");

    /** The type of a row whose columns are known; a name that no expression reads by chance. */
    static final String ROW = "tapstate.row";

    static final int DEEPEST = 100;

    /** Checking and running go by the same options. */
    static final CelOptions OPTIONS = CelOptions.current()
            .maxParseRecursionDepth(DEEPEST)
            .maxParseErrorRecoveryLimit(10)
            .enableQuotedIdentifierSyntax(true)
            .enableHeterogeneousNumericComparisons(true)
            .build();

    private static final int KEPT = 64;
    private static final MapType ANYTHING = MapType.create(SimpleType.STRING, SimpleType.DYN);

    private static CelEnvironment shared;

    private final Locale locale = formats();

    private final CelCompiler untyped =
            untyped().addVar("after", ANYTHING).addVar("before", ANYTHING).build();

    private final Map<List<RowType.Column>, CelCompiler> typed = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<RowType.Column>, CelCompiler> eldest) {
            return size() > KEPT;
        }
    };

    private CelEnvironment() {}

    static synchronized CelEnvironment shared() {
        if (shared == null || !shared.locale.equals(formats())) {
            shared = new CelEnvironment();
        }
        return shared;
    }

    private static Locale formats() {
        return Locale.getDefault(Locale.Category.FORMAT);
    }

    // The library writes a macro's key with digits of the default locale, once for all, and looks it up with those of
    // the
    // locale that is the default by then.
    private static List<CelMacro> macros() {
        return CelStandardMacro.STANDARD_MACROS.stream()
                .map(CelStandardMacro::getDefinition)
                .map(macro -> macro.isReceiverStyle()
                        ? CelMacro.newReceiverMacro(macro.getFunction(), macro.getArgumentCount(), macro.getExpander())
                        : CelMacro.newGlobalMacro(macro.getFunction(), macro.getArgumentCount(), macro.getExpander()))
                .toList();
    }

    private static CelCompilerBuilder untyped() {
        return CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .addMacros(macros())
                .addLibraries(CelExtensions.strings())
                .addFunctionDeclarations(CelFunctions.declarations())
                .addVar("op", SimpleType.STRING)
                .addVar("ts", SimpleType.INT)
                .addVar("src", SimpleType.STRING)
                .addVar("schema", ANYTHING)
                // No author can write such names.
                .addVar(CelExpression.NOW, SimpleType.TIMESTAMP)
                .addVar(CelExpression.PRESENCE.get("after"), MapType.create(SimpleType.STRING, SimpleType.BOOL))
                .addVar(CelExpression.PRESENCE.get("before"), MapType.create(SimpleType.STRING, SimpleType.BOOL));
    }

    CelValidationResult parse(String text) {
        return untyped.parse(text);
    }

    /** @param columns of {@code after} and {@code before}; empty when nothing is known of them */
    CelValidationResult check(CelAbstractSyntaxTree ast, Optional<List<RowType.Column>> columns) {
        return columns.map(this::compiler).orElse(untyped).check(ast);
    }

    private synchronized CelCompiler compiler(List<RowType.Column> columns) {
        return typed.computeIfAbsent(columns, CelEnvironment::typed);
    }

    private static CelCompiler typed(List<RowType.Column> columns) {
        StructType row = CelTypes.struct(ROW, columns);
        return untyped()
                .setTypeProvider(CelTypes.provider(row))
                .addVar("after", row)
                .addVar("before", row)
                .build();
    }
}
