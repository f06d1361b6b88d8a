package dev.sheaf.platform.sru;

/** Versions of SRU with what differs in their responses. */
enum SruVersion {
    /** Library of Congress, 2004. */
    V1_1("1.1"),
    /** Library of Congress, 2007. */
    V1_2("1.2"),
    /** OASIS, 2013. */
    V2_0("2.0");

    /** Highest version, which diagnostic 5 names. */
    static final SruVersion HIGHEST = V2_0;

    private final String text;

    SruVersion(String text) {
        this.text = text;
    }

    /** Returns the number. */
    String text() {
        return text;
    }

    /** Returns true for the version of OASIS. */
    boolean isOasis() {
        return this == V2_0;
    }

    /** Returns the namespace of responses to searchRetrieve and explain. */
    String namespace() {
        return isOasis() ? "http://docs.oasis-open.org/ns/search-ws/sruResponse" : "http://www.loc.gov/zing/srw/";
    }

    /** Returns the namespace of responses to scan. */
    String scanNamespace() {
        return isOasis() ? "http://docs.oasis-open.org/ns/search-ws/scan" : namespace();
    }

    /** Returns the namespace of diagnostics. */
    String diagnosticNamespace() {
        return isOasis() ? "http://docs.oasis-open.org/ns/search-ws/diagnostic" : "http://www.loc.gov/zing/srw/diagnostic/";
    }

    /** Returns the media type of responses (RFC 6207 for 2.0). */
    String mediaType() {
        return isOasis() ? "application/sru+xml" : "text/xml;charset=UTF-8";
    }
}
