package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;

/**
 * Response of the source, or a portion of one, for the harvester.
 *
 * @param responseDate legal date
 * @param answer answer in legal form, with the source's token
 * @param faults repaired faults and omissions
 * @param token token that continues the list; null if the list has ended, or the token is not known yet
 */
record Page(Datestamp responseDate, OaiResponse.Answer answer, List<ProxiedFault> faults, @Nullable ProxyToken token) {

    /** Copies the faults. */
    Page {
        faults = List.copyOf(faults);
    }

    /** Returns the number of records, headers or sets. */
    int entries() {
        return switch (answer) {
            case OaiResponse.ListRecords list -> list.records().size();
            case OaiResponse.ListIdentifiers list -> list.headers().size();
            case OaiResponse.ListSets list -> list.sets().size();
            case OaiResponse.GetRecord _ -> 1;
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _ -> 0;
        };
    }

    /** Returns true for a list without entries. */
    boolean isEmptyList() {
        return isList() && entries() == 0;
    }

    /** Returns true for lists of records, headers and sets. */
    boolean isList() {
        return answer instanceof OaiResponse.ListRecords || answer instanceof OaiResponse.ListIdentifiers
                || answer instanceof OaiResponse.ListSets;
    }

    /** Returns the source's token; null if there is none. */
    @Nullable
    ResumptionToken received() {
        return switch (answer) {
            case OaiResponse.ListRecords list -> list.resumptionToken();
            case OaiResponse.ListIdentifiers list -> list.resumptionToken();
            case OaiResponse.ListSets list -> list.resumptionToken();
            case OaiResponse.GetRecord _,OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _ -> null;
        };
    }

    /** Returns the number of omitted entries. */
    long dropped() {
        return faults.stream().filter(ProxiedFault::isDropped).count();
    }

    /** Returns the number of repaired entries. */
    long repaired() {
        Set<String> identifiers = new HashSet<>();
        faults.stream().filter(fault -> !fault.isDropped()).map(ProxiedFault::identifier).filter(id -> id != null)
                .forEach(identifiers::add);
        return Math.min(entries(), identifiers.size());
    }

    /** Returns the counts for the day's statistics, without the request itself. */
    ProxiedTally tally() {
        return new ProxiedTally(0, 0, entries(), repaired(), dropped());
    }

    /** Returns a copy with the faults of earlier pages without entries. */
    Page after(List<ProxiedFault> earlier) {
        if (earlier.isEmpty()) {
            return this;
        }
        List<ProxiedFault> all = new ArrayList<>(earlier);
        all.addAll(faults);
        return new Page(responseDate, answer, all, token);
    }

    /** Returns a copy with another answer. */
    Page with(OaiResponse.Answer other) {
        return new Page(responseDate, other, faults, token);
    }
}
