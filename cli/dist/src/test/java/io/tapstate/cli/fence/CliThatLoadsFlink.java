package io.tapstate.cli.fence;

import com.mongodb.client.MongoClient;
import org.apache.flink.api.common.JobID;

/** Breaks three rules on purpose: the positive control of fences. */
public record CliThatLoadsFlink(JobID job, MongoClient store) {}
