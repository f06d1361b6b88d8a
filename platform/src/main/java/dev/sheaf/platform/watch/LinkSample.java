package dev.sheaf.platform.watch;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.store.conformance.CheckedLink;

/**
 * Sampling of the links in the records of a source: every n-th live record from a random one on, so that all parts of the list are in the
 * sample, and of each record the first link among its identifiers. Stateless.
 */
final class LinkSample {

    private static final int PAGE = 500;
    /** Headers that are read at most; of larger sources, the sample comes from the first ones. */
    private static final long MOST_HEADERS = 2_000_000;
    private static final int LONGEST_LINK = 2_000;

    private LinkSample() {}

    /**
     * Draws a sample. It takes one pass over the headers of the list.
     *
     * @param most largest number of records
     * @param random chooses the first record
     * @param isUnwanted true ends the drawing
     * @return links with different addresses; empty if the drawing was ended
     */
    static Optional<List<CheckedLink>> draw(Repository repository, int most, SplittableRandom random,
            BooleanSupplier isUnwanted) {
        long total = size(repository, isUnwanted);
        if (total == 0) {
            return isUnwanted.getAsBoolean() ? Optional.empty() : Optional.of(List.of());
        }
        long step = Math.max(1, Math.ceilDiv(total, most));
        long wanted = random.nextLong(step);
        Map<String, CheckedLink> sample = new LinkedHashMap<>();
        long number = 0;
        @Nullable
        Position after = null;
        do {
            if (isUnwanted.getAsBoolean()) {
                return Optional.empty();
            }
            RecordPage page = page(repository, after);
            for (OaiRecord header : page.read()) {
                if (number == wanted && sample.size() < most) {
                    wanted += step;
                    add(sample, repository, header.identifier());
                }
                number++;
            }
            after = page.next();
        } while (after != null && number < MOST_HEADERS);
        return Optional.of(List.copyOf(sample.values()));
    }

    private static long size(Repository repository, BooleanSupplier isUnwanted) {
        RecordPage first = page(repository, null);
        if (first.total() >= 0) {
            return Math.min(first.total(), MOST_HEADERS);
        }
        long size = first.entries();
        for (Position after = first.next(); after != null && size < MOST_HEADERS && !isUnwanted.getAsBoolean();) {
            RecordPage page = page(repository, after);
            size += page.entries();
            after = page.next();
        }
        return size;
    }

    private static RecordPage page(Repository repository, @Nullable Position after) {
        return repository.records(
                new RecordQuery(MetadataFormat.OAI_DC.prefix(), null, repository.settled(), null, after, PAGE, true, true));
    }

    private static void add(Map<String, CheckedLink> sample, Repository repository, String identifier) {
        repository.record(identifier, MetadataFormat.OAI_DC.prefix()).flatMap(record -> link(record)).ifPresent(
                url -> sample.putIfAbsent(url,
                        CheckedLink.unchecked(url, MetadataFormat.OAI_DC.prefix().value(), identifier)));
    }

    /** Returns the first link among the identifiers of a record. */
    static Optional<String> link(OaiRecord record) {
        if (record.metadata() == null) {
            return Optional.empty();
        }
        return DublinCore.readOrEmpty(record.metadata()).values(Element.IDENTIFIER).stream()
                .flatMap(value -> address(value.text()).stream()).findFirst();
    }

    /** Returns a web address without its fragment; empty for other texts, and for addresses with a user name. */
    private static Optional<String> address(String text) {
        String lower = text.substring(0, Math.min(text.length(), 8)).toLowerCase(Locale.ROOT);
        if (text.length() > LONGEST_LINK || !lower.startsWith("http://") && !lower.startsWith("https://")) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text);
            if (uri.getHost() == null || uri.getRawUserInfo() != null) {
                return Optional.empty();
            }
            String address = uri.toASCIIString();
            int fragment = address.indexOf('#');
            return Optional.of(fragment < 0 ? address : address.substring(0, fragment));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }
}
