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
 * The observed behaviour of a server, beyond its answer to Identify. Harvests learn values, an operator can pin them. A pinned value
 * counts; the learnt value of the same trait stays visible. Immutable.
 *
 * @param learnt values found out, each checked by its trait
 * @param pinned values that an operator has set
 */
public record ServerProfile(Map<ServerTrait, String> learnt, Map<ServerTrait, String> pinned) {

    /** Profile of an unknown server. */
    public static final ServerProfile UNKNOWN = new ServerProfile(Map.of(), Map.of());

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException when a value is none of its trait's
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

    /** Returns the value that counts; empty when nothing is known. */
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

    /** Returns the value as a length of time; empty when nothing is known. */
    public Optional<Duration> duration(ServerTrait trait) {
        return get(trait).map(Duration::parse);
    }

    /** Returns the value as a number; empty when nothing is known. */
    public Optional<Long> number(ServerTrait trait) {
        return get(trait).map(Long::valueOf);
    }

    /** Returns the finest datestamps that it accepts; empty when nothing is known. */
    public Optional<Granularity> granularity() {
        return get(ServerTrait.GRANULARITY).map(value -> value.equals("day") ? Granularity.DAY : Granularity.SECOND);
    }

    /**
     * Returns a copy with something learnt; what is pinned stays.
     *
     * @param value null to forget
     * @throws IllegalArgumentException when the value is none of the trait's
     */
    public ServerProfile with(ServerTrait trait, @Nullable String value) {
        // Most pages teach nothing new.
        return Objects.equals(learnt.get(trait), value) ? this : new ServerProfile(changed(learnt, trait, value), pinned);
    }

    /** Returns a copy with a yes or no learnt. */
    public ServerProfile with(ServerTrait trait, boolean value) {
        return with(trait, value ? "yes" : "no");
    }

    /**
     * Returns a copy with something pinned.
     *
     * @param value null to let it be learnt again
     * @throws IllegalArgumentException when the value is none of the trait's
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
