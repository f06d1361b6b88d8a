package dev.sheaf.platform.server.pages;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * State of what a page shows.
 *
 * @param facts a value that equals another one only if the page would show the same, and so does its text; it must not occur again after a
 *     change, except for facts that change back
 * @param modified returns the time of the last change, in whole seconds; empty if it is unknown. Later changes get a later time once the stable time
 *     of the store is after it
 */
public record PageState(Object facts, Supplier<Optional<Instant>> modified) {}
