package io.tapstate.job.nest;

import java.io.Serializable;

/**
 * A field of a document that holds embedded rows.
 *
 * @param path field name; dots make nested objects
 * @param array a list of all rows; else one row as a sub-document
 */
public record EmbedField(String path, boolean array) implements Serializable {}
