package dev.sheaf.publish.extract;

import java.nio.file.Path;

/**
 * A document to extract from.
 *
 * @param file with its content; must not be changed
 * @param name by which its owner calls it, with the extension; without folders
 */
public record Document(Path file, String name) {}
