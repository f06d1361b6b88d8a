package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.platform.server.Routes;

/** Channel that sends mail over SMTP to operators. */
public final class MailChannel implements AlertChannel {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Server server;
    private final String from;
    private final List<String> to;
    private final String hub;
    private final String baseUrl;

    /** Protection of the connection to an SMTP server. */
    public enum Security {
        /** Encrypted after the command STARTTLS, which the server must support. */
        STARTTLS,
        /** Encrypted from the beginning. */
        TLS,
        /** No protection; for a server on the same machine. */
        NONE;

        /** Returns the word of the configuration. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * SMTP server.
     *
     * @param user user name; null if no login is needed
     * @param password password; null if no login is needed
     */
    public record Server(String host, int port, Security security, @Nullable String user, @Nullable Secret password) {}

    /**
     * Creates the channel of a hub.
     *
     * @param from sender
     * @param to receivers, at least one
     * @param hub name of the hub, for the subject
     * @param baseUrl address of the hub, for a link to the administration
     */
    public MailChannel(Server server, String from, List<String> to, String hub, String baseUrl) {
        this.server = server;
        this.from = from;
        this.to = List.copyOf(to);
        this.hub = hub;
        this.baseUrl = baseUrl;
    }

    @Override
    public String name() {
        return "mail to " + String.join(", ", to);
    }

    @Override
    public void send(List<StateChange> changes) throws IOException {
        try {
            Session session = Session.getInstance(properties());
            MimeMessage message = new MimeMessage(session);
            message.setFrom(new InternetAddress(from));
            for (String receiver : to) {
                message.addRecipient(Message.RecipientType.TO, new InternetAddress(receiver));
            }
            message.setSubject(subject(changes), "UTF-8");
            message.setHeader("Auto-Submitted", "auto-generated");
            message.setText(text(changes), "UTF-8");
            message.setHeader("Date",
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(changes.getLast().at().atOffset(ZoneOffset.UTC)));
            Secret password = server.password();
            try (Transport transport = session.getTransport("smtp")) {
                transport.connect(server.host(), server.port(), server.user(), password == null ? null : password.reveal());
                transport.sendMessage(message, message.getAllRecipients());
            }
        } catch (MessagingException e) {
            // The exception may quote the server's response, but never the password.
            throw new IOException("the SMTP server " + server.host() + ":" + server.port() + " did not take the mail: "
                    + oneLine(String.valueOf(e.getMessage())), e);
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        String timeout = Long.toString(TIMEOUT.toMillis());
        for (String kind : List.of("connectiontimeout", "timeout", "writetimeout")) {
            properties.put("mail.smtp." + kind, timeout);
        }
        properties.put("mail.smtp.auth", Boolean.toString(server.user() != null));
        properties.put("mail.smtp.starttls.enable", Boolean.toString(server.security() == Security.STARTTLS));
        properties.put("mail.smtp.starttls.required", Boolean.toString(server.security() == Security.STARTTLS));
        properties.put("mail.smtp.ssl.enable", Boolean.toString(server.security() == Security.TLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        return properties;
    }

    private String subject(List<StateChange> changes) {
        String what = changes.size() == 1
                ? "source " + changes.getFirst().source() + " " + changes.getFirst().condition().text()
                : changes.size() + " sources have changed their state";
        return oneLine("[" + hub + "] " + what);
    }

    private String text(List<StateChange> changes) {
        return changes.stream().map(change -> change.at() + "  " + oneLine(change.sentence())).collect(Collectors.joining("\n"))
                + "\n\nAdministration: " + baseUrl + Routes.ADMIN + "\n";
    }

    /**
     * Returns a text as one line. Names and reasons come from other servers, and a line break in them could forge a header or a sentence.
     */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
