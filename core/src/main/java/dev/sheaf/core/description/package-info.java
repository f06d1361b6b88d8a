/**
 * What repositories, sets and records may carry besides the protocol's own words: the containers of the implementation guidelines as
 * values. {@code description} and {@code setDescription} hold a {@link dev.sheaf.core.description.Description}, {@code about} holds
 * {@link dev.sheaf.core.description.Rights} or a {@link dev.sheaf.core.Provenance}.
 *
 * <p>Constructors refuse what the container's schema or guideline forbids, so that every value can be written and is valid then. What
 * others sent is read leniently by {@link dev.sheaf.core.xml.ContainerReader}, written by {@link dev.sheaf.core.xml.ContainerWriter}.
 */
@NullMarked
package dev.sheaf.core.description;

import org.jspecify.annotations.NullMarked;
