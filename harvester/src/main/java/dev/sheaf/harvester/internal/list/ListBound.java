package dev.sheaf.harvester.internal.list;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * Bound of a list that a repository would otherwise continue without end: by inventing records, or by repeating known ones with a few new
 * ones among them. Each way on from a page is a new request, so without a bound only the disk ends such a harvest.
 *
 * <p>For use by one thread at a time.
 */
final class ListBound {

    /** Factor by which a list may exceed what its repository announced, and what the last complete list had. */
    private static final int FACTOR = 10;
    /** Smallest bound of a list whose size was announced, because announced sizes of a few records are often those of a page. */
    private static final long LEAST_ANNOUNCED = 1_000;
    /** Smallest bound of a list whose size only the last complete list tells: small repositories grow by one large upload. */
    private static final long LEAST_GROWN = 10_000;
    /** Bound of a list about which nothing is known. The largest repositories announce their size. */
    private static final long UNKNOWN = 10_000_000;

    private final boolean believesSizes;
    private final boolean isFree;
    private @Nullable Long announced;
    private long before;

    /** @param profile of the server. Sizes that were seen to be wrong bound nothing, but the last complete list still does */
    ListBound(ServerProfile profile) {
        this.believesSizes = ListVerdict.believesSizes(profile);
        this.isFree = profile.isPinned(ServerTrait.SIZES) && profile.isNot(ServerTrait.SIZES);
    }

    /** Notes the number of records of the last complete list; null if it is not known. */
    void before(@Nullable Long records) {
        before = Math.max(before, records == null ? 0 : records);
    }

    /**
     * Notes a size that the repository states. Only the first one counts, because a size that grows with every page announces nothing; and
     * not one that is only the size of its page.
     */
    void announced(@Nullable Long size, int ofPage) {
        if (announced == null && believesSizes && size != null && size > ofPage) {
            announced = size;
        }
    }

    /** Returns true if neither the repository nor an earlier list tells how long the list is. */
    boolean isUnknown() {
        return announced == null && before == 0 && !isFree;
    }

    /**
     * Returns why the list is ended, for people; null if it may continue.
     *
     * @param entries number of records that the list has brought
     */
    @Nullable
    String exceeded(long entries) {
        Long size = announced;
        long known = Math.max(size == null ? 0 : size, before);
        long most = size == null
                ? before == 0 || isFree ? UNKNOWN : Math.max(FACTOR * before, LEAST_GROWN)
                : Math.max(FACTOR * known, LEAST_ANNOUNCED);
        if (entries <= most) {
            return null;
        }
        String expected = size != null && size >= before
                ? "the repository announced " + size
                : before > 0 ? "the last complete list had " + before : "nothing is known of its size";
        return "the list does not end: it was stopped after " + entries + " records, because " + expected
                + ". If it really is that long, pin sizes=no";
    }

    /**
     * Returns why the names of a list that has come to its end are not read any further, for people; null if they may be.
     *
     * @param named number of different records that ListIdentifiers has named
     * @param listed number of records of the list
     */
    static @Nullable String exceededByNames(long named, long listed) {
        return named <= Math.max(FACTOR * listed, LEAST_GROWN)
                ? null
                : "ListIdentifiers does not end: it was stopped after " + named + " records, because the list has " + listed;
    }

    /**
     * Detector of a circle with a few new records in it: the same records come again and again, and most of each page is made of them. A list
     * that names every record two or three times has other records on each page.
     */
    static final class Circle implements AutoCloseable {

        /** Smallest number of pages in a row with mostly known records. */
        private static final int PAGES = 20;
        /** Number of times that the known records of these pages have come on average. An item is seldom in so many sets. */
        private static final int TIMES = 10;

        private @Nullable Seen again;
        private int pages;
        private long repeated;

        /**
         * Notes a page.
         *
         * @param entries number of its entries
         * @param known identifiers of those that the range has named before
         */
        void came(int entries, Collection<String> known) {
            if (known.isEmpty() || known.size() * 2 < entries) {
                close();
                return;
            }
            Seen open = again == null ? new Seen() : again;
            again = open;
            known.forEach(open::add);
            pages++;
            repeated += known.size();
        }

        /** Returns why the range is ended, for people; null if it may continue. */
        @Nullable
        String endless() {
            Seen open = again;
            return open == null || pages < PAGES || repeated <= TIMES * open.count()
                    ? null
                    : "the list does not end: its last " + pages + " pages repeat " + open.count()
                            + " records, with a few new ones among them";
        }

        @Override
        public void close() {
            pages = 0;
            repeated = 0;
            if (again != null) {
                again.close();
                again = null;
            }
        }
    }

    /**
     * Test of a list of which no length is known: does GetRecord deliver its records? A list that invents them has no end. It is tested each time
     * its length has doubled, mostly by one request, and ended only if two tests in a row find invented records. For use by one thread at a time.
     */
    static final class Invented {

        /** Number of records before the first test. */
        private static final long FIRST = 10_000;
        /** Number of records of a page of which GetRecord has to deliver none, while it delivers the first record of the list. */
        private static final int TESTED = 3;
        /** Number of tests in a row that have to find invented records. */
        private static final int TESTS = 2;

        private final Server server;
        private long next = FIRST;
        private @Nullable String first;
        private int found;

        Invented(Server server) {
            this.server = server;
        }

        /**
         * Returns why the list is ended, for people; null if it may continue.
         *
         * @param page the last page of the list
         * @param entries number of records that the list has brought
         * @throws HarvestException if the run must send no more requests
         */
        @Nullable
        String found(OaiReply page, long entries, MetadataPrefix prefix) throws HarvestException {
            if (first != null && entries < next) {
                return null;
            }
            List<String> live = page.records().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier)
                    .filter(identifier -> !identifier.isBlank()).distinct().toList();
            if (first == null && !live.isEmpty()) {
                first = live.getFirst();
            }
            if (entries < next || live.size() < TESTED) {
                return null;
            }
            next = entries * 2;
            found = areInvented(live, prefix) ? found + 1 : 0;
            return found < TESTS
                    ? null
                    : "the list does not end: it was stopped after " + entries
                            + " records, because GetRecord delivers the first one and none of the last ones (" + live.getLast()
                            + "). If the list is right, pin sizes=no";
        }

        private boolean areInvented(List<String> live, MetadataPrefix prefix) throws HarvestException {
            for (int i = 0; i < TESTED; i++) {
                if (isDelivered(live.get((live.size() - 1) * (TESTED - i) / TESTED), prefix)) {
                    return false;
                }
            }
            String control = first;
            return control != null && isDelivered(control, prefix);
        }

        /** Returns true also if no more may be asked. */
        private boolean isDelivered(String identifier, MetadataPrefix prefix) throws HarvestException {
            return !server.takeSingle() || server.delivers(identifier, prefix);
        }
    }
}
