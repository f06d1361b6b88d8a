/**
 * Values for the containers of the implementation guidelines, which repositories, sets and records may carry besides the protocol's own
 * elements. {@code description} and {@code setDescription} hold a {@link dev.sheaf.core.description.Description}, {@code about} holds
 * {@link dev.sheaf.core.description.Rights} or a {@link dev.sheaf.core.Provenance}.
 *
 * <p>Constructors refuse values that the container's schema or guideline forbids, so that every value can be written and is valid then.
 * {@link dev.sheaf.core.description.ContainerReader} reads received containers leniently; {@link
 * dev.sheaf.core.description.ContainerWriter} writes them.
 */
@NullMarked
package dev.sheaf.core.description;

import org.jspecify.annotations.NullMarked;
