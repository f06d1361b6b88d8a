package dev.sheaf.core.store;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Granularity;

/**
 * The observed behaviour of a server, beyond its answer to Identify. Harvests learn values, and an operator can pin values. A pinned value
 * overrides the learnt one, which stays visible. Immutable.
 *
 * @param learnt values found out, each valid for its trait
 * @param pinned values that an operator has set
 */
public record ServerProfile(Map<ServerTrait, String> learnt, Map<ServerTrait, String> pinned) {

    /** Profile of an unknown server. */
    public static final ServerProfile UNKNOWN = new ServerProfile(Map.of(), Map.of());

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if a value is invalid for its trait
     */
    public ServerProfile {
        learnt = checked(learnt);
        pinned = checked(pinned);
    }

    private static Map<ServerTrait, String> checked(Map<ServerTrait, String> values) {
        Map<ServerTrait, String> checked = new EnumMap<>(ServerTrait.class);
        values.forEach((trait, value) -> checked.put(trait, trait.check(value)));
        return Collections.unmodifiableMap(checked);
    }

    /** Returns the value in force; empty if none is known. */
    public Optional<String> get(ServerTrait trait) {
        return Optional.ofNullable(pinned.getOrDefault(trait, learnt.get(trait)));
    }

    /** Returns whether the value is pinned. */
    public boolean isPinned(ServerTrait trait) {
        return pinned.containsKey(trait);
    }

    /** Returns whether the trait is known to be {@code yes}. */
    public boolean is(ServerTrait trait) {
        return get(trait).filter("yes"::equals).isPresent();
    }

    /** Returns whether the trait is known to be {@code no}. */
    public boolean isNot(ServerTrait trait) {
        return get(trait).filter("no"::equals).isPresent();
    }

    /** Returns the value as a duration; empty if none is known. */
    public Optional<Duration> duration(ServerTrait trait) {
        return get(trait).map(Duration::parse);
    }

    /** Returns the value as a number; empty if none is known. */
    public Optional<Long> number(ServerTrait trait) {
        return get(trait).map(Long::valueOf);
    }

    /** Returns the finest datestamps that the server accepts; empty if not known. */
    public Optional<Granularity> granularity() {
        return get(ServerTrait.GRANULARITY).map(value -> value.equals("day") ? Granularity.DAY : Granularity.SECOND);
    }

    /**
     * Returns a copy with a learnt value; pinned values stay.
     *
     * @param value null to forget the learnt value
     * @throws IllegalArgumentException if the value is invalid for the trait
     */
    public ServerProfile with(ServerTrait trait, @Nullable String value) {
        // Most pages teach nothing new.
        return Objects.equals(learnt.get(trait), value) ? this : new ServerProfile(changed(learnt, trait, value), pinned);
    }

    /** Returns a copy with a learnt value of {@code yes} or {@code no}. */
    public ServerProfile with(ServerTrait trait, boolean value) {
        return with(trait, value ? "yes" : "no");
    }

    /**
     * Returns a copy with a pinned value.
     *
     * @param value null to remove the pin
     * @throws IllegalArgumentException if the value is invalid for the trait
     */
    public ServerProfile pin(ServerTrait trait, @Nullable String value) {
        return new ServerProfile(learnt, changed(pinned, trait, value));
    }

    private static Map<ServerTrait, String> changed(Map<ServerTrait, String> values, ServerTrait trait, @Nullable String value) {
        Map<ServerTrait, String> changed = new EnumMap<>(ServerTrait.class);
        changed.putAll(values);
        if (value == null) {
            changed.remove(trait);
        } else {
            changed.put(trait, value);
        }
        return changed;
    }
}
