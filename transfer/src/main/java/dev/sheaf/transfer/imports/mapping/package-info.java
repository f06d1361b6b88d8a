/**
 * Conversion of rows to records: {@link dev.sheaf.platform.imports.mapping.MappingFile} reads a mapping file,
 * {@link dev.sheaf.platform.imports.mapping.Mapping} applies it to one row after the other.
 */
@NullMarked
package dev.sheaf.platform.imports.mapping;

import org.jspecify.annotations.NullMarked;
