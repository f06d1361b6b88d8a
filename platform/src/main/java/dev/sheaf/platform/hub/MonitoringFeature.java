package dev.sheaf.platform.hub;

import java.util.List;

import dev.sheaf.platform.config.Setting;

/**
 * Feature of alerts, metrics and the access log. It is first in the list of features, because it measures each request from its beginning.
 */
public final class MonitoringFeature implements Feature {

    @Override
    public List<Setting> settings() {
        return List.of(Setting.ACCESS_LOG, Setting.ACCESS_LOG_FORMAT, Setting.ACCESS_LOG_ADDRESSES, Setting.METRICS,
                Setting.ALERT_MAIL, Setting.SMTP_HOST, Setting.SMTP_PORT, Setting.SMTP_SECURITY, Setting.SMTP_USER,
                Setting.SMTP_PASSWORD_FILE, Setting.SMTP_FROM, Setting.ALERT_WEBHOOK, Setting.ALERT_WEBHOOK_SECRET_FILE,
                Setting.ALERT_INTERVAL);
    }

    @Override
    public HubPart open(HubContext hub) {
        return new HubMonitoring(hub);
    }
}
