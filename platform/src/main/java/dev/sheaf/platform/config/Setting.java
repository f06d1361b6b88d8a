package dev.sheaf.platform.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.schedule.QuietHours;

/**
 * Option of the program. Each has one name: {@code --base-url} on the command line is {@code base-url} in the YAML file and
 * {@code SHEAF_BASE_URL} in the environment.
 *
 * <p>The constants are the settings of the program itself; features may have further ones. Immutable. Two settings are equal if they are
 * the same object.
 */
public final class Setting {

    /** The settings of this table in their order. */
    private static final List<Setting> TABLE = new ArrayList<>();

    /** Folder with everything that is kept. */
    public static final Setting DATA = known("data", "./sheaf-data", false, Setting::notBlank,
            "folder with everything that Sheaf keeps");
    /** Address that {@code serve} listens on. */
    public static final Setting HOST = known("host", "127.0.0.1", false, Setting::notBlank, "address that serve listens on");
    /** Port that {@code serve} listens on; 0 for any that is free. */
    public static final Setting PORT = known("port", "8080", false, text -> wholeNumber(text, 0, 65_535),
            "port that serve listens on");
    /** Port on which {@code serve} is a plain HTTP proxy for harvesters; 0 for any that is free. */
    public static final Setting PROXY_PORT = known("proxy-port", null, false, text -> wholeNumber(text, 0, 65_535),
            "port on which serve is an HTTP proxy for harvesters of registered sources; without it there is no proxy");
    /** Address under which others reach the hub; without one it is what {@code serve} listens on. */
    public static final Setting BASE_URL = known("base-url", null, false, Setting::httpUrl,
            "address under which others reach the hub");
    /** Further names of the hub. */
    public static final Setting HOST_NAMES = known("host-names", null, false, Setting::notBlank,
            "further host names of the hub, separated by commas, in addition to those of base-url and host");
    /** Name of the hub for people. */
    public static final Setting REPOSITORY_NAME = known("repository-name", "Sheaf", false, Setting::notBlank,
            "name of the hub, in Identify and on its pages");
    /** E-mail address of the hub's administrator. */
    public static final Setting ADMIN_EMAIL = known("admin-email", "admin@localhost.localdomain", false, Setting::email,
            "e-mail address of the hub's administrator");
    /** Records in a page of a list. */
    public static final Setting PAGE_SIZE = known("page-size", "500", false, text -> wholeNumber(text, 1, 5_000),
            "records in a page of a list");
    /** Proxies in front of the hub. */
    public static final Setting TRUSTED_PROXIES = known("trusted-proxies", null, false, Setting::addressBlocks,
            "addresses of proxies in front of the hub, separated by commas, whose statements about their clients are trusted");
    /** Header in which proxies name the client. */
    public static final Setting FORWARDED_HEADER = known("forwarded-header", "X-Forwarded-For", false,
            text -> oneOf(text, "X-Forwarded-For", "Forwarded"),
            "header in which those proxies name the client: X-Forwarded-For or Forwarded");
    /** Harvests per source and day that {@code serve} begins by itself. */
    public static final Setting HARVEST_BUDGET = known("harvest-budget", "1", false, Setting::budget,
            "average number of harvests per source and day that serve makes by itself; 0 for none");
    /** Harvests a day of all sources on one host that {@code serve} begins by itself. */
    public static final Setting HOST_BUDGET = known("host-budget", null, false, Setting::hostBudget,
            "harvests a day that serve makes by itself of all sources on one host; without it, only harvest-budget limits them");
    /** Hours (UTC) in which {@code serve} harvests nothing. */
    public static final Setting QUIET_HOURS = known("quiet-hours", null, false, Setting::quietHours,
            "hours (UTC) in which serve harvests nothing, such as 22-6");
    /** Seconds that changes are gathered before subscribers are notified, and notifications before a harvest follows. */
    public static final Setting NOTIFY_WINDOW = known("notify-window", "2", false, text -> wholeNumber(text, 0, 3_600),
            "seconds that serve waits after a change before it tells subscribers, and after a notification before it harvests");
    /** Least seconds between two harvests of a source because of notifications. */
    public static final Setting NOTIFY_INTERVAL = known("notify-interval", "60", false, text -> wholeNumber(text, 0, 86_400),
            "least seconds, on average, between two harvests of a source because of notifications; five may follow each other at once; they are not counted in harvest-budget");
    /** Harvests a day of one source because of notifications. */
    public static final Setting NOTIFY_BUDGET = known("notify-budget", "96", false, text -> wholeNumber(text, 1, 86_400),
            "harvests a day of one source because of notifications, a quarter of them at once; further ones wait. They are counted in host-budget");
    /** Permission for subscribers in private networks. */
    public static final Setting PRIVATE_SUBSCRIBERS = known("private-subscribers", "no", false, text -> oneOf(text, "yes", "no"),
            "whether those who subscribe to changes may be in private networks, this machine among them: yes or no");
    /** Permission for archives to register themselves. */
    public static final Setting REGISTRATION = known("registration", null, false, text -> oneOf(text, "yes", "no"),
            "whether archives can register themselves, for approval by the administrator: yes or no; without it, no");
    /** Form of full texts in the search index. */
    public static final Setting INDEX_POLICY = known("index-policy", null, false, IndexPolicy::parse,
            "how words of harvested full texts are searched, such as case=lower stop=english stem=porterStem; without one, in lower case. A change builds the search index again");
    /** User agent of requests to repositories. */
    public static final Setting USER_AGENT = known("user-agent", null, false, Setting::headerValue,
            "User-Agent sent to repositories");
    /** Sender of requests to repositories. */
    public static final Setting FROM_HEADER = known("from-header", null, false, Setting::email,
            "e-mail address sent to repositories as From");
    /** File with the administrator's password. */
    public static final Setting ADMIN_PASSWORD_FILE = known("admin-password-file", null, false, Setting::notBlank,
            "file with the password of the administration; without it, the first start of serve generates one");
    /** Form of the log. */
    public static final Setting LOG_FORMAT = known("log-format", "text", false, text -> oneOf(text, "text", "json"),
            "form of the log on standard error: text or json");
    /** Output of the access log. */
    public static final Setting ACCESS_LOG = known("access-log", null, false, Setting::notBlank,
            "file with a line for each request of harvesters and visitors; a new file begins each day and is kept for 30 days; without it, requests are not logged");
    /** Form of the access log. */
    public static final Setting ACCESS_LOG_FORMAT = known("access-log-format", "text", false, text -> oneOf(text, "text", "json"),
            "form of the access log: text or json");
    /** Form of clients' addresses in the access log. */
    public static final Setting ACCESS_LOG_ADDRESSES = known("access-log-addresses", "anonymous", false,
            text -> oneOf(text, "anonymous", "full"),
            "addresses in the access log: anonymous (cut to their network, no search texts) or full");
    /** Access to {@code /metrics}. */
    public static final Setting METRICS = known("metrics", "local", false, text -> oneOf(text, "local", "admin", "open", "off"),
            "who may read /metrics: local (this machine, and anyone with the admin password), admin, open or off");
    /** Recipients of alerts by e-mail. */
    public static final Setting ALERT_MAIL = known("alert-mail", null, false, Setting::emails,
            "e-mail addresses, separated by commas, that get a message when a source begins to fail and when it works again");
    /** The mail server. */
    public static final Setting SMTP_HOST = known("smtp-host", "localhost", false, Setting::notBlank,
            "SMTP server for alert-mail");
    /** Port of the mail server. */
    public static final Setting SMTP_PORT = known("smtp-port", "587", false, text -> wholeNumber(text, 1, 65_535),
            "port of the SMTP server");
    /** Encryption of the connection to the mail server. */
    public static final Setting SMTP_SECURITY = known("smtp-security", "starttls", false,
            text -> oneOf(text, "starttls", "tls", "none"),
            "protection of the connection to the SMTP server: starttls, tls, or none");
    /** User name at the mail server. */
    public static final Setting SMTP_USER = known("smtp-user", null, false, Setting::notBlank,
            "user name at the SMTP server; without it, there is no login");
    /** File with the password at the mail server. */
    public static final Setting SMTP_PASSWORD_FILE = known("smtp-password-file", null, false, Setting::notBlank,
            "file with the password at the SMTP server");
    /** Sender of alerts by e-mail. */
    public static final Setting SMTP_FROM = known("smtp-from", null, false, Setting::email,
            "sender of alert-mail; without it, admin-email");
    /** Address that alerts are posted to. */
    public static final Setting ALERT_WEBHOOK = known("alert-webhook", null, true, Setting::anyHttpUrl,
            "address to which alerts are posted as JSON");
    /** File with the secret that signs posted alerts. */
    public static final Setting ALERT_WEBHOOK_SECRET_FILE = known("alert-webhook-secret-file", null, false, Setting::notBlank,
            "file with the secret that signs those posts (X-Hub-Signature)");
    /** Smallest interval between two alerts on a channel, in minutes. */
    public static final Setting ALERT_INTERVAL = known("alert-interval", "15", false, text -> wholeNumber(text, 0, 10_080),
            "least minutes between two alerts on a channel; changes in between are reported together");

    /** Whether processes that read bytes of strangers run in a sandbox of the system. */
    public static final Setting SANDBOX = known("sandbox", "auto", false, text -> oneOf(text, "auto", "off", "require"),
            "sandbox of the system (bubblewrap) around processes that read documents and run crosswalks: auto (where the machine offers one), off, or require (nothing is read without one)");

    /** Check that throws an {@link IllegalArgumentException} with the expected values. */
    @FunctionalInterface
    public interface Check {
        /** Checks a value. */
        void accept(String value);
    }

    private final String key;
    private final @Nullable String defaultValue;
    private final boolean secret;
    private final Check check;
    private final String description;

    /**
     * Creates a setting of a feature; those of the program itself are constants of this class.
     *
     * @param key name in the YAML file, of lower-case letters and hyphens
     * @param defaultValue value if none is configured; null for none
     * @param secret true if the value must not be shown in logs, pages and messages
     * @param check check of a value
     * @param description description for people
     */
    public Setting(String key, @Nullable String defaultValue, boolean secret, Check check, String description) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.secret = secret;
        this.check = check;
        this.description = description;
    }

    private static Setting known(String key, @Nullable String defaultValue, boolean secret, Check check, String description) {
        Setting setting = new Setting(key, defaultValue, secret, check, description);
        TABLE.add(setting);
        return setting;
    }

    /** Returns the settings of the program itself, in the order of its documentation. */
    public static List<Setting> values() {
        return List.copyOf(TABLE);
    }

    /** Returns the name in the YAML file. With two hyphens before it, it is the option of the command line. */
    public String key() {
        return key;
    }

    /** Returns the name in the environment. */
    public String variable() {
        return "SHEAF_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** Returns the default value; empty if there is none. */
    public Optional<String> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** Returns whether the value must not be shown in logs, pages and messages. */
    public boolean secret() {
        return secret;
    }

    /** Returns the description of this setting, for people. */
    public String description() {
        return description;
    }

    /**
     * Checks a value.
     *
     * @throws IllegalArgumentException if the value is not acceptable; the message names the expected values
     */
    public void check(String value) {
        check.accept(value);
    }

    @Override
    public String toString() {
        return key;
    }

    private static void notBlank(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected: a value that is not empty");
        }
    }

    private static void wholeNumber(String text, long least, long most) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= least && number <= most) {
                return;
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: a whole number from " + least + " to " + most);
    }

    /**
     * Returns the addresses and blocks of addresses in a text, separated by commas.
     *
     * @throws IllegalArgumentException if one of them is invalid
     */
    public static List<AddressBlock> addressBlocks(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).map(AddressBlock::parse).toList();
    }

    /**
     * Returns a number of harvests per source and day.
     *
     * @throws IllegalArgumentException if the text is no number or out of bounds
     */
    public static double budget(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            if (number >= 0 && number <= 1_000) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: a number from 0 to 1000, such as 0.5");
    }

    /**
     * Returns a number of harvests per host and day.
     *
     * @throws IllegalArgumentException if the text is no number or out of bounds
     */
    public static double hostBudget(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            if (number > 0 && number <= 100_000) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: a number greater than 0 and at most 100000, such as 24");
    }

    /**
     * Returns the hours in which no source is harvested.
     *
     * @throws IllegalArgumentException if the text does not name two different hours
     */
    public static QuietHours quietHours(String text) {
        String[] hours = text.split("-", -1);
        if (hours.length == 2) {
            try {
                return new QuietHours(Integer.parseInt(hours[0].strip()), Integer.parseInt(hours[1].strip()));
            } catch (IllegalArgumentException _) {
                // The exception is thrown below.
            }
        }
        throw new IllegalArgumentException("expected: two hours from 0 to 23, such as 22-6");
    }

    /**
     * Checks that a value is one of some words.
     *
     * @throws IllegalArgumentException with the words, if it is none
     */
    public static void oneOf(String text, String... words) {
        if (!List.of(words).contains(text)) {
            throw new IllegalArgumentException("expected: one of " + String.join(", ", words));
        }
    }

    private static void httpUrl(String text) {
        try {
            URI uri = new URI(text.strip());
            if (("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme())) && uri.getHost() != null
                    && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return;
            }
        } catch (URISyntaxException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: an address like https://hub.example.org, without ? and #");
    }

    private static void anyHttpUrl(String text) {
        try {
            URI uri = new URI(text.strip());
            if (("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null) {
                return;
            }
        } catch (URISyntaxException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: an address like https://alerts.example.org/hook");
    }

    private static void emails(String text) {
        Arrays.stream(text.split(",", -1)).map(String::strip).forEach(Setting::email);
    }

    private static void email(String text) {
        int at = text.indexOf('@');
        // The pattern of adminEmail in the response schema: something, @, something with a dot.
        if (at <= 0 || text.indexOf('.', at + 2) < 0 || text.chars().anyMatch(c -> c <= ' ') || text.endsWith(".")) {
            throw new IllegalArgumentException("expected: an e-mail address like admin@example.org");
        }
    }

    private static void headerValue(String text) {
        if (text.isBlank() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("expected: one line of plain ASCII text");
        }
    }
}
