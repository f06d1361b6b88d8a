package dev.sheaf.harvester;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.simulator.Behaviour;

/** Repositories that state other sizes than their lists have. */
final class StatedSizes {

    private StatedSizes() {}

    /**
     * Gives the tokens of both kinds of lists another size, that of the last page too.
     *
     * @param size null for none
     */
    static Behaviour sizes(@Nullable Long size) {
        return (_, reply) -> {
            OaiResponse response = reply.response();
            if (response == null) {
                return reply;
            }
            return switch (response.answer()) {
                case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> reply
                        .withAnswer(new OaiResponse.ListRecords(records, sized(token, size)));
                case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> reply
                        .withAnswer(new OaiResponse.ListIdentifiers(headers, sized(token, size)));
                default -> reply;
            };
        };
    }

    private static ResumptionToken sized(@Nullable ResumptionToken token, @Nullable Long size) {
        return token == null
                ? new ResumptionToken("", null, size, null)
                : new ResumptionToken(token.value(), token.expirationDate(), size, token.cursor());
    }
}
