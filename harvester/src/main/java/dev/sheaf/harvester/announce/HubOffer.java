package dev.sheaf.harvester.announce;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.sheaf.harvester.http.Fetched;

/**
 * The hubs and the canonical topic that a resource names (WebSub, section 4).
 *
 * @param hubs at least one; those with https first
 * @param topic address to be subscribed to, exactly as the publisher writes it, made absolute
 */
public record HubOffer(List<URI> hubs, String topic) {

    /** Copies the list. */
    public HubOffer {
        hubs = List.copyOf(hubs);
    }

    /**
     * Reads the offer of a response: first the Link headers and then, if they do not name both a hub and a topic, links in the document, if
     * it is HTML or XML.
     *
     * @return empty if the resource offers no hub
     */
    public static Optional<HubOffer> of(Fetched fetched) {
        Optional<HubOffer> inHeaders = of(LinkHeaders.read(fetched.headers().allValues("Link")), fetched.uri());
        return inHeaders.isPresent() ? inHeaders : of(EmbeddedLinks.read(fetched), fetched.uri());
    }

    private static Optional<HubOffer> of(List<WebLink> links, URI base) {
        List<URI> hubs = links.stream().filter(link -> link.has("hub")).flatMap(link -> link.target(base).stream()).distinct()
                .sorted((one, other) -> Boolean.compare(isSecure(other), isSecure(one))).toList();
        Optional<URI> topic = links.stream().filter(link -> link.has("self")).flatMap(link -> link.target(base).stream())
                .findFirst();
        return hubs.isEmpty() || topic.isEmpty() ? Optional.empty() : Optional.of(new HubOffer(hubs, topic.get().toString()));
    }

    private static boolean isSecure(URI uri) {
        return "https".equals(uri.getScheme().toLowerCase(Locale.ROOT));
    }
}
