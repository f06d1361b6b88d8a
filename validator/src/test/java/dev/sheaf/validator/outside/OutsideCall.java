package dev.sheaf.validator.outside;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.simulator.LoopbackServer;

/**
 * A request as received. Immutable.
 *
 * @param method of HTTP
 * @param arguments by name, decoded, in the order of the request
 * @param asked the request with its headers
 * @param number of the request, from 1
 */
record OutsideCall(String method, Map<String, List<String>> arguments, LoopbackServer.Asked asked, int number) {

    static OutsideCall of(LoopbackServer.Asked asked, int number) {
        Map<String, List<String>> arguments = new LinkedHashMap<>();
        for (String pair : asked.query().split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                arguments.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
            }
        }
        return new OutsideCall(asked.method(), arguments, asked, number);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    boolean isPost() {
        return method.equals("POST");
    }

    boolean has(String name) {
        return arguments.containsKey(name);
    }

    /** Returns the first value, or an empty text. */
    String value(String name) {
        return arguments.getOrDefault(name, List.of("")).getFirst();
    }

    boolean is(String verb) {
        return value("verb").equals(verb);
    }

    String header(String name) {
        String value = asked.headers().getFirst(name);
        return value == null ? "" : value;
    }

    /** Returns a copy in which only some arguments arrived. */
    OutsideCall without(String... names) {
        Map<String, List<String>> fewer = new LinkedHashMap<>(arguments);
        fewer.keySet().removeAll(List.of(names));
        return new OutsideCall(method, fewer, asked, number);
    }

    OutsideCall with(String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(arguments);
        more.put(name, List.of(value));
        return new OutsideCall(method, more, asked, number);
    }
}
