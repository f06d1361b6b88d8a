package dev.sheaf.platform.signatures;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A request as a test writes it. */
record PlayedRequest(String method, String scheme, String authority, String path, Optional<String> query,
        Map<String, String> headers) implements VerifiableRequest {

    static PlayedRequest get(Map<String, String> headers) {
        return new PlayedRequest("GET", "https", "library.example.org", "/oai", Optional.of("verb=Identify"), headers);
    }

    PlayedRequest withHeader(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return new PlayedRequest(method, scheme, authority, path, query, changed);
    }

    @Override
    public String client() {
        return "192.0.2.1";
    }

    @Override
    public Optional<String> header(String name) {
        return headers.entrySet().stream().filter(header -> header.getKey().equalsIgnoreCase(name)).map(Map.Entry::getValue)
                .findFirst();
    }
}
