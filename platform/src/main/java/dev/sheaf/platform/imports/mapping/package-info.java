/**
 * How rows become records: {@link dev.sheaf.platform.imports.mapping.MappingFile} reads what somebody wrote,
 * {@link dev.sheaf.platform.imports.mapping.Mapping} applies it to one row after the other.
 */
@NullMarked
package dev.sheaf.platform.imports.mapping;

import org.jspecify.annotations.NullMarked;
