package dev.sheaf.core;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Addresses without secrets, for publication. Some base URLs carry a secret key in their query. */
public final class PublicUrl {

    private static final Pattern SECRET_NAME = Pattern.compile(
            "(?i)(?:.*[^a-z])?(?:[a-z]*key|[a-z]*token|[a-z]*secret|pass|password|passwd|passphrase|[a-z]*pwd|auth|authorization|"
                    + "credentials?|sig|signature|[a-z]*sess(?:ion)?(?:id)?|sid|jwt|bearer|pin)(?:[^a-z].*)?");
    /** Values that look like keys. Names of software and collections are shorter, or have no digits between letters. */
    private static final Pattern SECRET_VALUE = Pattern.compile("(?=.*\\d)(?=.*[A-Za-z])[A-Za-z0-9+/=_%.~-]{24,}");
    private static final Pattern USER = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@");

    private PublicUrl() {}

    /**
     * Returns an address without user name, password and the parameters of its query that look like keys. An address without them is
     * returned unchanged.
     *
     * @param url need not be a legal one
     */
    public static String of(String url) {
        String bare = USER.matcher(url).replaceFirst("$1");
        int mark = bare.indexOf('?');
        if (mark < 0) {
            return bare;
        }
        List<String> kept = new ArrayList<>();
        String[] parameters = bare.substring(mark + 1).split("&", -1);
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? "" : parameter.substring(0, equals);
            if (!SECRET_NAME.matcher(name).matches() && !SECRET_VALUE.matcher(parameter.substring(equals + 1)).matches()) {
                kept.add(parameter);
            }
        }
        if (kept.size() == parameters.length) {
            return bare;
        }
        return bare.substring(0, mark) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
    }
}
