package dev.sheaf.platform.config;

import java.nio.charset.StandardCharsets;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

import dev.sheaf.platform.log.RecentLog;

/**
 * Configuration of Logback: the log goes to standard error, and its newest lines to {@link RecentLog}. Logback finds this class as a
 * service. Configuration in code saves every command the time of reading an XML file at its start.
 */
public final class LogOutput extends ContextAwareBase implements Configurator {

    private static final String APPENDER = "standard error";

    private static volatile Level level = Level.WARN;
    private static volatile boolean json;

    /** Amount of detail in the log. */
    public enum Detail {
        /** Errors only. */
        QUIET,
        /** Errors and warnings. */
        NORMAL,
        /** Also the steps of the program, for the log of a server. */
        STEPS,
        /** Everything, causes included. */
        VERBOSE
    }

    /** Creates the output; called by Logback. */
    public LogOutput() {}

    /** Sets how much is logged from now on, by the whole process. */
    public static void set(Detail detail) {
        level = switch (detail) {
            case QUIET -> Level.ERROR;
            case NORMAL -> Level.WARN;
            case STEPS -> Level.INFO;
            case VERBOSE -> Level.DEBUG;
        };
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof LoggerContext context) {
            apply(context);
        }
    }

    /** Sets the form of the log from now on: one JSON object a line, or text. */
    public static void setJson(boolean wanted) {
        json = wanted;
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            apply(context);
        }
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(APPENDER);
        appender.setTarget("System.err");
        appender.setEncoder(encoder(context));
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        RecentLogAppender recent = new RecentLogAppender(RecentLog.OF_PROCESS);
        recent.setContext(context);
        recent.setName("recent");
        recent.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(recent);
        apply(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
        if (json) {
            JsonLines lines = new JsonLines(!level.isGreaterOrEqual(Level.INFO));
            lines.setContext(context);
            lines.start();
            return lines;
        }
        return text(context);
    }

    private static PatternLayoutEncoder text(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        // Messages are complete without a stack trace; --verbose adds the trace.
        encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %msg %kvp%n"
                + (level.isGreaterOrEqual(Level.INFO) ? "%nopex" : "%ex{full}"));
        encoder.start();
        return encoder;
    }

    private static void apply(LoggerContext context) {
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        if (root.getAppender(APPENDER) instanceof ConsoleAppender<ILoggingEvent> appender) {
            appender.setEncoder(encoder(context));
        }
        // The server's libraries write many messages that operators of a hub do not need.
        Level libraries = level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN;
        for (String library : new String[]{"org.eclipse.jetty", "io.javalin", "org.apache.lucene"}) {
            context.getLogger(library).setLevel(libraries);
        }
        // These two warn of each malformed request, so any stranger could fill the log. The access log has the answers.
        Level parsers = level.isGreaterOrEqual(Level.INFO) ? Level.ERROR : level;
        for (String parser : new String[]{"org.eclipse.jetty.http.HttpParser", "org.eclipse.jetty.util.HostPort"}) {
            context.getLogger(parser).setLevel(parsers);
        }
    }
}
