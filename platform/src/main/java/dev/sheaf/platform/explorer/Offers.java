package dev.sheaf.platform.explorer;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Formats, sets and identifiers of the repositories that were explored last. Thread-safe. */
final class Offers {

    private static final Duration KNOWN = Duration.ofMinutes(10);
    private static final long CHARACTERS = 4L << 20;

    private final Cache<String, Offer> known;

    Offers(InstantSource clock) {
        known = Caffeine.newBuilder().maximumWeight(CHARACTERS).weigher((String key, Offer offer) -> key.length()
                + offer.weight()).expireAfterAccess(KNOWN).ticker(() -> Duration.ofMillis(clock.millis()).toNanos()).build();
    }

    Offer of(Target target) {
        Offer offer = known.getIfPresent(target.key());
        return offer == null ? Offer.UNKNOWN : offer;
    }

    /** Changes what is known of a repository, and returns the result. */
    Offer change(Target target, UnaryOperator<Offer> change) {
        return known.asMap().compute(target.key(), (_, offer) -> change.apply(offer == null ? Offer.UNKNOWN : offer));
    }
}
