package dev.sheaf.validator.run;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.evidence.XmlNode;

/**
 * A response that was saved without its HTTP headers. Immutable, as long as nobody changes the bytes.
 *
 * @param name of the file or recording, for people
 * @param request that it answers
 * @param body as received, content codings undone
 */
public record SavedResponse(String name, ProbeRequest request, byte[] body) {

    /** Returns a response whose request is read from its request element (S3.2); where that says no verb, from the name of the answer. */
    public static SavedResponse of(String name, byte[] body) {
        ResponseFacts facts = facts(body);
        // Not the request without arguments, which is a wrong one: it is not known what was asked.
        ProbeRequest request = ProbeRequest.of().again();
        if (facts.echo().containsKey("verb")) {
            request = ProbeRequest.of();
            for (var argument : facts.echo().entrySet()) {
                request = request.and(argument.getKey(), argument.getValue());
            }
        } else {
            Optional<String> verb = facts.isError() ? Optional.empty() : facts.answer().map(XmlNode::name);
            request = verb.map(found -> ProbeRequest.of("verb", found)).orElse(request);
        }
        return new SavedResponse(name, request, body);
    }

    /** Returns the base URL that the request element holds; empty when there is none. */
    public String statedBaseUrl() {
        return facts(body).request().map(XmlNode::text).map(String::strip).orElse("");
    }

    /** Returns true for a response of protocol 1.0 or 1.1, which no rule judges. */
    public boolean isEarly() {
        return facts(body).isEarly();
    }

    private static ResponseFacts facts(byte[] body) {
        return Observation.saved(ProbeRequest.of(), URI.create("/response"), Instant.EPOCH, 200, body).read((_, _) -> {})
                .document();
    }
}
