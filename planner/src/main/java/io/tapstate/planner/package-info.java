/**
 * The planner's front: read a workspace, validate it, plan one of its pipelines. The stops on the way are the packages
 * below: {@code grammar} and {@code dsl} read text to {@code spec} records, {@code resolve} binds names to {@code logical}
 * streams with the help of {@code schema}, {@code check} judges and {@code expression} reads embedded languages, {@code
 * nest} and {@code physical} turn all of it into the {@code plan}. Start at {@link io.tapstate.planner.TapPlanner}.
 */
package io.tapstate.planner;
