package dev.sheaf.platform.report;

import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;

/** Description of the access options of a source, for people. Secrets are {@value Secret#MASK}. */
public final class AccessReport {

    private AccessReport() {}

    /** Returns a label as a property name: {@code client certificate} becomes {@code clientCertificate}. */
    public static String property(String label) {
        StringBuilder name = new StringBuilder();
        for (String word : label.split("[ .]")) {
            name.append(name.isEmpty() ? word.substring(0, 1) : word.substring(0, 1).toUpperCase(Locale.ROOT))
                    .append(word.substring(1));
        }
        return name.toString();
    }

    /** Returns the labels and values of options that are not the default, in the order of display. */
    public static Map<String, String> lines(Access access) {
        Map<String, String> lines = new LinkedHashMap<>();
        switch (access.login()) {
            case null -> {
                // There is nothing to show.
            }
            case Access.Login.Basic(String user, Secret _) -> lines.put("login", user + " with password " + Secret.MASK);
            case Access.Login.Bearer(Secret _) -> lines.put("login", "token " + Secret.MASK);
        }
        if (!access.headers().isEmpty()) {
            lines.put("headers", access.headers().stream().map(header -> header.name() + ": " + Secret.MASK)
                    .collect(Collectors.joining(", ")));
        }
        Access.ClientCertificate certificate = access.certificate();
        if (certificate != null) {
            lines.put("client certificate", certificate.file() + " with password " + Secret.MASK);
        }
        Access.Proxy proxy = access.proxy();
        if (proxy != null) {
            lines.put("proxy", proxy.host() + ":" + proxy.port()
                    + (proxy.user() == null ? "" : " as " + proxy.user() + " with password " + Secret.MASK));
        }
        if (access.trust().authorities() != null) {
            lines.put("trusts also", access.trust().authorities());
        }
        Access.CertificateException exception = access.trust().exception();
        if (exception != null) {
            lines.put("accepts until",
                    exception.until().minusSeconds(1).atZone(ZoneOffset.UTC).toLocalDate() + ", whatever is wrong with "
                            + "it, the certificate " + exception.sha256());
        }
        if (access.requestsAtOnce() > 1) {
            lines.put("requests at once", Integer.toString(access.requestsAtOnce()));
        }
        if (access.interval() != null) {
            lines.put("asked at most", "every " + Phrases.duration(access.interval()));
        }
        if (access.obeyRobots()) {
            lines.put("robots.txt", "obeyed");
        }
        return lines;
    }
}
