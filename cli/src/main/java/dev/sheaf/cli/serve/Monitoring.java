package dev.sheaf.cli.serve;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.core.store.Secret;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.monitor.AccessLog;
import dev.sheaf.platform.monitor.HubMetrics;
import dev.sheaf.platform.monitor.MailChannel;
import dev.sheaf.platform.monitor.MonitorOptions;

/** Monitoring options of a hub from its configuration. */
final class Monitoring {

    private Monitoring() {}

    static MonitorOptions of(Program program, CommandSpec spec, Configuration configuration) {
        return new MonitorOptions(
                HubMetrics.Readers.valueOf(configuration.required(Setting.METRICS).toUpperCase(Locale.ROOT)),
                configuration.text(Setting.ACCESS_LOG)
                        .map(file -> new AccessLog.Options(program.surroundings().folder().resolve(file),
                                configuration.required(Setting.ACCESS_LOG_FORMAT).equals("json"),
                                configuration.required(Setting.ACCESS_LOG_ADDRESSES).equals("full")))
                        .orElse(null),
                mail(program, spec, configuration),
                configuration.text(Setting.ALERT_WEBHOOK)
                        .map(address -> new MonitorOptions.Webhook(URI.create(address.strip()),
                                secret(program, spec, configuration, Setting.ALERT_WEBHOOK_SECRET_FILE)))
                        .orElse(null),
                Duration.ofMinutes(configuration.number(Setting.ALERT_INTERVAL)));
    }

    private static MonitorOptions.@Nullable Mail mail(Program program, CommandSpec spec, Configuration configuration) {
        String receivers = configuration.text(Setting.ALERT_MAIL).orElse(null);
        if (receivers == null) {
            return null;
        }
        List<String> to = Arrays.stream(receivers.split(",")).map(String::strip).toList();
        MailChannel.Server server = new MailChannel.Server(configuration.required(Setting.SMTP_HOST),
                configuration.number(Setting.SMTP_PORT),
                MailChannel.Security.valueOf(configuration.required(Setting.SMTP_SECURITY).toUpperCase(Locale.ROOT)),
                configuration.text(Setting.SMTP_USER).orElse(null),
                secret(program, spec, configuration, Setting.SMTP_PASSWORD_FILE));
        String from = configuration.text(Setting.SMTP_FROM).orElse(configuration.required(Setting.ADMIN_EMAIL));
        return new MonitorOptions.Mail(server, from, to);
    }

    private static @Nullable Secret secret(Program program, CommandSpec spec, Configuration configuration, Setting file) {
        return configuration.text(file).map(place -> SecretInput.secret(program, spec, file.key(), place)).orElse(null);
    }
}
