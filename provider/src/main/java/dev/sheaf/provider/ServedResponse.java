package dev.sheaf.provider;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.ResumptionToken;

/**
 * A response whose content has been read, so that no failure of the repository can truncate it while it is sent.
 *
 * @param <S> a segment of a page, see {@link SegmentForm}
 */
public sealed interface ServedResponse<S> {

    /** Returns the request as the repository understood it. */
    RequestEcho request();

    /** Any response except a page in segments. */
    record Whole<S>(OaiResponse response) implements ServedResponse<S> {

        @Override
        public RequestEcho request() {
            return response.request();
        }
    }

    /**
     * A page of records in segments, at least one of which has a record.
     *
     * @param segments in list order
     * @param resumptionToken null when the list came whole
     * @param envelope the document type of the response
     */
    record Page<S>(Datestamp responseDate, RequestEcho request, List<S> segments, @Nullable ResumptionToken resumptionToken,
            OaiResponse.Envelope envelope)
            implements
                ServedResponse<S> {

        /** Copies the list of segments. */
        public Page {
            segments = List.copyOf(segments);
        }

        /** A page of a response of the protocol. */
        public Page(Datestamp responseDate, RequestEcho request, List<S> segments, @Nullable ResumptionToken resumptionToken) {
            this(responseDate, request, segments, resumptionToken, OaiResponse.Envelope.OAI_PMH);
        }
    }

    /** Returns the response with its records in one list. */
    static OaiResponse joined(ServedResponse<List<OaiRecord>> served) {
        return switch (served) {
            case Whole<List<OaiRecord>>(OaiResponse response) -> response;
            case Page<List<OaiRecord>> page -> new OaiResponse(page.responseDate(), page.request(), new OaiResponse.ListRecords(
                    page.segments().stream().flatMap(List::stream).toList(), page.resumptionToken())).in(page.envelope());
        };
    }
}
