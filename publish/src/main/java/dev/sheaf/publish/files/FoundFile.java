package dev.sheaf.publish.files;

/**
 * A file that a walk has met.
 *
 * @param path below the root of its tree, with slashes
 * @param size in bytes; negative when the tree does not say
 * @param modified time of the last modification, in milliseconds since 1970; negative when the tree does not say
 */
public record FoundFile(String path, long size, long modified) {}
