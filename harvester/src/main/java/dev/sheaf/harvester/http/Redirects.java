package dev.sheaf.harvester.http;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.harvester.http.HarvestException.Kind;

/** The redirects of one request: their number, their targets, and remarks on the requested address. Belongs to one thread. */
final class Redirects {

    private final URI start;
    private final FetchRules rules;
    private final URI home;
    private int hops;
    private boolean permanent = true;
    private URI last;
    private String lost = "";

    Redirects(URI start, FetchRules rules) {
        this.start = start;
        this.rules = rules;
        URI told = rules.home();
        this.home = told == null ? start : told;
        this.last = start;
    }

    /** Returns an address of the host that may see credentials. */
    URI home() {
        return home;
    }

    /**
     * Returns the target of a redirect.
     *
     * @return empty if the response is no redirect
     * @throws HarvestException of kind {@link Kind#REDIRECT} if it must not be followed
     */
    Optional<URI> next(Fetched fetched) throws HarvestException {
        Optional<String> location = fetched.header("Location");
        if (!isRedirect(fetched.status()) || location.isEmpty()) {
            return Optional.empty();
        }
        if (hops >= rules.maxRedirects()) {
            throw new HarvestException(Kind.REDIRECT, start + " redirects more than " + rules.maxRedirects()
                    + " times, at last to " + location.get() + ": use the address at which it ends");
        }
        hops++;
        URI target = withArguments(fetched.uri(), target(fetched.uri(), location.get()));
        refuseDowngrade(fetched.uri(), target);
        permanent &= fetched.status() == 301 || fetched.status() == 308;
        last = target;
        return Optional.of(target);
    }

    /**
     * Returns the target with the arguments of an OAI-PMH request that the redirect has lost. Without them the request asks for nothing (S3.1.1).
     */
    private URI withArguments(URI from, URI target) {
        String arguments = from.getRawQuery();
        String kept = target.getRawQuery();
        if (arguments == null || !isOaiRequest(arguments) || kept != null && !kept.isEmpty()) {
            return target;
        }
        lost = BaseUrl.of(from) + " redirects to " + target + " without the arguments of the request: they were added again";
        String bare = target.toString();
        int end = bare.indexOf('#') < 0 ? bare.length() : bare.indexOf('#');
        return URI.create((kept == null ? bare.substring(0, end) + "?" : bare.substring(0, end)) + arguments);
    }

    private static boolean isOaiRequest(String query) {
        return query.startsWith("verb=") || query.contains("&verb=");
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static URI target(URI from, String location) throws HarvestException {
        URI target;
        try {
            target = from.resolve(location.strip().replace(" ", "%20"));
        } catch (IllegalArgumentException failure) {
            throw new HarvestException(Kind.REDIRECT, from + " redirects to an invalid address: "
                    + Unreadable.line(location), failure);
        }
        String scheme = target.getScheme();
        if (target.getHost() == null || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
            throw new HarvestException(Kind.REDIRECT, from + " redirects to " + target + ", which is not followed: only http and "
                    + "https are");
        }
        return target;
    }

    /** Refuses a redirect away from TLS for a source with a login, because anybody on the network could then answer instead of the host. */
    private void refuseDowngrade(URI from, URI target) throws HarvestException {
        if (rules.access().hasCredentials() && "https".equalsIgnoreCase(from.getScheme())
                && "http".equalsIgnoreCase(target.getScheme())) {
            throw new HarvestException(Kind.REDIRECT,
                    from + " redirects to " + target + ", away from TLS: a source with a login is not "
                            + "followed there. Ask the host's operator, or use the https address at which it ends");
        }
    }

    /** Returns remarks on the redirects, for people. */
    List<String> remarks() {
        return Stream.concat(moved().stream(), Stream.of(lost).filter(text -> !text.isEmpty())).toList();
    }

    /** Returns a remark that the address has moved permanently; empty when it has not. */
    private Optional<String> moved() {
        BaseUrl asked = BaseUrl.of(start);
        BaseUrl now = BaseUrl.of(last);
        return hops > 0 && permanent && !asked.equals(now)
                ? Optional.of(asked + " has moved for good to " + now + ": sheaf source set ID --url " + now)
                : Optional.empty();
    }
}
