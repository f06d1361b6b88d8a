package dev.sheaf.provider;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;

/**
 * Settings with which a data provider serves its repository.
 *
 * @param baseUrl the canonical address for all requests, stated in every response and part of every token's signature
 * @param tokenKey signs resumption tokens
 * @param granularity the finest granularity of the repository's datestamps (S3.3)
 * @param recordsPerPage records in one response at most
 * @param headersPerPage headers in one response at most
 * @param setsPerPage sets in one response at most
 * @param compressions content codings that the server in front offers, for Identify; never {@code identity} (S3.1.3)
 * @param deletedRecord the most that is said about withdrawn records (S2.5.1): a repository that keeps less says so in Identify. With
 *     {@code NO} nothing shows that a record was ever there
 * @param tokens where the state of a list is between two of its pages (S3.5)
 * @param indexUrl base URL at which the same repository speaks the extension for index harvesting: Identify names it when the repository
 *     has an index; null when there is none
 */
public record ProviderSettings(String baseUrl, TokenKey tokenKey, Granularity granularity, int recordsPerPage, int headersPerPage,
        int setsPerPage, List<String> compressions, DeletedRecordPolicy deletedRecord, TokenStrategy tokens,
        @Nullable String indexUrl) {

    /** Default number of records in a page: some 800 KB of oai_dc. */
    public static final int RECORDS_PER_PAGE = 500;
    /** Default number of headers in a page. */
    public static final int HEADERS_PER_PAGE = 1_000;
    /** Default number of sets in a page; most repositories list theirs in one response. */
    public static final int SETS_PER_PAGE = 1_000;

    /**
     * Copies the codings and checks the page sizes.
     *
     * @throws IllegalArgumentException when a page size is less than 1 or the base URL is empty
     */
    public ProviderSettings {
        compressions = List.copyOf(compressions);
        if (baseUrl.isEmpty()) {
            throw new IllegalArgumentException("a data provider needs a base URL");
        }
        if (recordsPerPage < 1 || headersPerPage < 1 || setsPerPage < 1) {
            throw new IllegalArgumentException("a page holds at least one entry");
        }
    }

    /** Creates settings that show all deletions and use stateless tokens. */
    public ProviderSettings(String baseUrl, TokenKey tokenKey, Granularity granularity, int recordsPerPage, int headersPerPage,
            int setsPerPage, List<String> compressions) {
        this(baseUrl, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, compressions,
                DeletedRecordPolicy.PERSISTENT, TokenStrategy.stateless(), null);
    }

    /** Returns default settings: usual page sizes, seconds granularity, all deletions shown, stateless tokens, no compression. */
    public static ProviderSettings of(String baseUrl, TokenKey tokenKey) {
        return new ProviderSettings(baseUrl, tokenKey, Granularity.SECOND, RECORDS_PER_PAGE, HEADERS_PER_PAGE, SETS_PER_PAGE,
                List.of(), DeletedRecordPolicy.PERSISTENT, TokenStrategy.stateless(), null);
    }

    /** Returns a copy for another base URL. */
    public ProviderSettings withBaseUrl(String other) {
        return new ProviderSettings(other, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, compressions,
                deletedRecord, tokens, indexUrl);
    }

    /** Returns a copy with other page sizes. */
    public ProviderSettings withPages(int records, int headers, int sets) {
        return new ProviderSettings(baseUrl, tokenKey, granularity, records, headers, sets, compressions, deletedRecord, tokens,
                indexUrl);
    }

    /** Returns a copy with another granularity. */
    public ProviderSettings withGranularity(Granularity other) {
        return new ProviderSettings(baseUrl, tokenKey, other, recordsPerPage, headersPerPage, setsPerPage, compressions,
                deletedRecord, tokens, indexUrl);
    }

    /** Returns a copy with a limit on the policy on deleted records. */
    public ProviderSettings withDeletedRecord(DeletedRecordPolicy most) {
        return new ProviderSettings(baseUrl, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, compressions,
                most, tokens, indexUrl);
    }

    /** Returns a copy with another kind of tokens. */
    public ProviderSettings withTokens(TokenStrategy other) {
        return new ProviderSettings(baseUrl, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, compressions,
                deletedRecord, other, indexUrl);
    }

    /** Returns whether no deletion may show. */
    boolean liveOnly() {
        return deletedRecord == DeletedRecordPolicy.NO;
    }

    /** Returns a copy with other content codings for Identify: those that the server really offers. */
    public ProviderSettings withCompressions(List<String> others) {
        return new ProviderSettings(baseUrl, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, others,
                deletedRecord, tokens, indexUrl);
    }

    /** Returns a copy with another base URL of the extension for index harvesting; null for none. */
    public ProviderSettings withIndexUrl(@Nullable String other) {
        return new ProviderSettings(baseUrl, tokenKey, granularity, recordsPerPage, headersPerPage, setsPerPage, compressions,
                deletedRecord, tokens, other);
    }
}
