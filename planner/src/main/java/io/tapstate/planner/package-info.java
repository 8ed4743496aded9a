/**
 * The planner's front: read a workspace, validate it, plan one of its pipelines. The stops on the way are the packages
 * below: {@code dsl}, {@code resolve}, {@code check}, {@code nest}, {@code physical}, {@code plan}. Start at
 * {@link io.tapstate.planner.TapPlanner}.
 */
package io.tapstate.planner;
