package dev.sheaf.platform.keys;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;

/** Settings of signed requests, and the signer that they describe. Stateless. */
public final class SigningSettings {

    /** Switch for signed requests. */
    public static final Setting SIGN = new Setting("sign-requests", "no", false, text -> Setting.oneOf(text, "yes", "no"),
            "whether requests to repositories are signed with the key of sheaf admin key: yes or no");
    /** Origin of the signer. */
    public static final Setting AGENT = new Setting("signature-agent", null, false, SigningSettings::origin,
            "public address of this hub in signatures, such as https://hub.example.org, where its key directory is; without it, base-url");

    private SigningSettings() {}

    /**
     * Returns an address as an origin: scheme, host and port (RFC 6454, 6.2), without a slash at its end.
     *
     * @throws IllegalArgumentException if the address is no origin, or is not protected by TLS; {@code http} is accepted for an address of
     * this machine, for trials
     */
    public static String origin(String text) {
        try {
            URI uri = new URI(text.strip());
            boolean isBare = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null
                    && (uri.getRawPath() == null || uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
            boolean isProtected = "https".equalsIgnoreCase(uri.getScheme())
                    || "http".equalsIgnoreCase(uri.getScheme()) && isHere(uri.getHost());
            if (isBare && isProtected && uri.getHost() != null && isAscii(uri.getHost())) {
                return ("https".equalsIgnoreCase(uri.getScheme()) ? "https://" : "http://") + SignatureBase.authority(uri);
            }
        } catch (URISyntaxException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: an address like https://hub.example.org, without a path");
    }

    private static boolean isHere(@Nullable String host) {
        return host != null && (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]"));
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c > ' ' && c <= '~' && c != '"' && c != '\\');
    }

    /**
     * Returns the origin of the signer.
     *
     * @param configured value of {@link #AGENT}; null if it is not configured
     * @param baseUrl public address of the hub; null if it is not configured
     * @return empty if neither is an origin
     */
    public static Optional<String> agent(@Nullable String configured, @Nullable String baseUrl) {
        String given = configured == null ? baseUrl : configured;
        try {
            return given == null ? Optional.empty() : Optional.of(origin(given));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Returns the address of the key directory of an origin. */
    public static String directory(String origin) {
        return origin + WebBotAuth.DIRECTORY_PATH;
    }

    /**
     * Returns the signer of requests.
     *
     * @return empty if signing is off
     * @throws SigningKeyException if signing is on, but there is no key or no public address
     */
    public static Optional<RequestSigner> signer(Configuration configuration, Path dataDir) {
        if (!configuration.text(SIGN).orElse("no").equals("yes")) {
            return Optional.empty();
        }
        KeyFile file = new KeyFile(dataDir.resolve(KeyFile.NAME));
        SigningKey key = file.read().orElseThrow(() -> new SigningKeyException(
                "sign-requests is yes, but there is no key in " + dataDir + ". Make one: sheaf admin key new"));
        String agent = configuration.text(AGENT).or(() -> configuration.text(Setting.BASE_URL)).orElseThrow(
                () -> new SigningKeyException("sign-requests is yes, but the public address of this hub is not known. "
                        + "Set signature-agent, such as https://hub.example.org"));
        try {
            return Optional.of(new RequestSigner(key, origin(agent)));
        } catch (IllegalArgumentException failure) {
            throw new SigningKeyException("base-url '" + agent + "' cannot name the signer of requests, "
                    + OneLine.sentence(String.valueOf(failure.getMessage())) + " Set signature-agent.", failure);
        }
    }
}
