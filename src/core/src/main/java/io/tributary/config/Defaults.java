package io.tributary.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Default configuration. */
public final class Defaults {
  private Defaults() {}

  public static ServiceConfig config() {
    return new ServiceConfig(
        new ServiceConfig.Http(
            "0.0.0.0",
            8080,
            "",
            0,
            2000,
            4 << 20,
            Duration.ofSeconds(70),
            Duration.ofMinutes(10),
            new HttpTls("", "", Duration.ofSeconds(10)),
            new HttpLimits(
                10_000,
                10_000,
                16 << 10,
                16 << 10,
                100,
                Duration.ofSeconds(20),
                Duration.ofSeconds(75),
                Duration.ofSeconds(20),
                50),
            List.of()),
        new ServiceConfig.Data(Path.of("data")),
        new DatabaseConfig(
            "",
            16,
            2000,
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            "",
            Duration.ofSeconds(3),
            Duration.ofMinutes(2)),
        new ServiceConfig.Auth(List.of(), Duration.ofSeconds(2), Duration.ofMinutes(15)),
        new RateLimitConfig(0, 0),
        new AuditConfig(
            "before_answer",
            "write_ahead",
            "off",
            20_000,
            1000,
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofDays(400)),
        new ServiceConfig.Outbound(true, List.of(), true, "", Duration.ofMinutes(5)),
        new ServiceConfig.Bootstrap("", "", "Sandbox organization", "Sandbox team"),
        new ServiceConfig.MasterKey("", "", ""),
        new ServiceConfig.Node("", "us", Duration.ZERO, Duration.ofSeconds(20)),
        ClusterConfig.singleNode(),
        new TelemetryConfig("", List.of(), 0.1, false),
        new LogConfig("text", false),
        new ServiceConfig.Lease(
            Duration.ofSeconds(5), Duration.ofMillis(1500), Duration.ofSeconds(1)),
        new ServiceConfig.Users(
            50, 8, Duration.ofHours(1), Duration.ofDays(7), Duration.ofMinutes(10)),
        new ServiceConfig.Connections(
            Duration.ofMinutes(5),
            Duration.ofSeconds(90),
            Duration.ofMillis(100),
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15)),
            Duration.ofSeconds(2),
            List.of(
                Duration.ofSeconds(10),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofHours(6))),
        new ServiceConfig.Link(Duration.ofMinutes(60)),
        new SdkConfig(
            5 << 20,
            10_000,
            100,
            128,
            Duration.ofHours(1),
            Duration.ofDays(90),
            Duration.ofDays(7),
            Duration.ofHours(1)),
        new ServiceConfig.Demo(
            "",
            "tributary-sandbox",
            "tributary-sandbox-secret",
            Duration.ofSeconds(30),
            30,
            Duration.ofHours(2),
            Duration.ofDays(7)),
        new PullConfig(
            400,
            8,
            Duration.ofSeconds(30),
            Duration.ofSeconds(2),
            List.of(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(15),
                Duration.ofMinutes(60)),
            24,
            Duration.ofSeconds(5),
            Duration.ofMinutes(15),
            2,
            Duration.ofDays(7),
            365,
            3,
            Duration.ofSeconds(1),
            5,
            Duration.ofSeconds(10),
            Duration.ofSeconds(20)),
        inbound(),
        subscribe(),
        new ServiceConfig.Throttle(Duration.ofSeconds(1), 25, Duration.ofSeconds(5)),
        new ServiceConfig.Bulk(
            Duration.ofSeconds(20), Duration.ofMillis(500), Duration.ofSeconds(2), 16 << 20),
        new ServiceConfig.Read(10_000),
        new AggregateConfig(
            20,
            100,
            4096,
            Duration.ofDays(3660),
            100_000,
            64L << 20,
            Duration.ofSeconds(30),
            2,
            256 * 1024),
        new ContinuousQueryConfig(
            100,
            Duration.ofMinutes(30),
            Duration.ofMinutes(1),
            Duration.ofSeconds(2),
            2,
            Duration.ofSeconds(2),
            Duration.ofMinutes(2),
            4,
            Duration.ofSeconds(60),
            Duration.ofDays(30)),
        new ServiceConfig.Fhir(100, 1000, 8),
        new ServiceConfig.WorkoutFile(25 << 20, 100 << 20, 2),
        new ImportConfig(
            8L << 30,
            64L << 30,
            200,
            1L << 30,
            8,
            2,
            5000,
            Duration.ofSeconds(30),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            5,
            Duration.ofMinutes(1)),
        new ProvenanceConfig(1000, 366, 20, 2, Duration.ofSeconds(30), Duration.ofSeconds(2), 8),
        new WebhookConfig(
            List.of(
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Duration.ofHours(2),
                Duration.ofHours(5),
                Duration.ofHours(10),
                Duration.ofHours(10)),
            Duration.ofSeconds(15),
            0.1,
            Duration.ofMinutes(15),
            16,
            512,
            32,
            50,
            16 * 1024,
            Duration.ofSeconds(1),
            256,
            Duration.ofMillis(5),
            Duration.ofMillis(1500),
            Duration.ofMillis(25),
            64,
            Duration.ofSeconds(4),
            Duration.ofHours(24),
            10,
            true,
            Duration.ofHours(120),
            Duration.ofHours(12),
            Duration.ofHours(24),
            new BreakerConfig(
                20, Duration.ofSeconds(60), 0.9, Duration.ofSeconds(5), Duration.ofMinutes(5)),
            new WebhookLimits(
                128, Duration.ofSeconds(1), 4096, 1024, 32 << 20, 1 << 20, Duration.ofSeconds(5))),
        new PortalConfig(Duration.ofMinutes(10), Duration.ofDays(1), Duration.ofHours(1)),
        new ServiceConfig.Streaming(Duration.ofMinutes(1)),
        new EventLogConfig(
            4 << 20,
            10_000,
            Duration.ofSeconds(1),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            10,
            200),
        new MaintenanceConfig(
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            500,
            10_000,
            Duration.ofDays(30),
            Duration.ofDays(90),
            Duration.ofDays(30),
            Duration.ofDays(1),
            Duration.ofDays(180),
            Duration.ofHours(6)),
        new LabTestsConfig("labs", List.of("sandbox")),
        labExchange(),
        new AppointmentsConfig(
            Duration.ofMinutes(10), Duration.ofSeconds(5), Duration.ofSeconds(5)),
        new OrdersConfig(false, List.of(), Duration.ofHours(24), Duration.ofSeconds(60)),
        new PatientNotificationConfig("", "", Duration.ofSeconds(5)),
        reportParsing(),
        triggers(),
        ProviderDefaults.all());
  }

  private static NotificationConfig inbound() {
    return new NotificationConfig(
        16 << 20,
        Duration.ofSeconds(20),
        Duration.ofSeconds(2),
        32,
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(60)),
        24,
        3);
  }

  private static SubscriptionConfig subscribe() {
    return new SubscriptionConfig(
        4,
        Duration.ofMinutes(1),
        Duration.ofMinutes(3),
        List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(60)),
        5,
        Duration.ofDays(1),
        Duration.ofDays(7));
  }

  private static LabExchangeConfig labExchange() {
    return new LabExchangeConfig(
        "lab-links",
        "",
        Duration.ofSeconds(30),
        "127.0.0.1",
        0,
        true,
        List.of(),
        Duration.ofSeconds(1),
        4,
        Duration.ofSeconds(30),
        List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10)),
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        8);
  }

  private static ReportConfig reportParsing() {
    return new ReportConfig(
        "seed",
        new ReportConfig.Limits(0, 0, 0, 0, 0),
        90,
        64,
        256L << 20,
        4,
        Duration.ofSeconds(30),
        Duration.ofSeconds(2),
        3,
        List.of(Duration.ofSeconds(5), Duration.ofSeconds(30)),
        Duration.ofMinutes(15),
        1 << 20,
        new ReportConfig.Upload(16, Duration.ofSeconds(30), 16 << 10, 4, Duration.ofSeconds(10)),
        new ReportConfig.Readers(
            2, 480L << 20, 120_000_000, Duration.ofMinutes(1), Duration.ofSeconds(30)),
        new ReportConfig.Interpretation(0.6, Duration.ofMinutes(1)),
        new ReportConfig.Loinc(true, "", 0.85, 0.10, 0.50),
        new ReportConfig.Review(
            Duration.ofMinutes(15),
            Duration.ofMinutes(10),
            Duration.ofDays(1),
            Duration.ofHours(8)));
  }

  private static Map<String, ServiceConfig.TriggerRate> triggers() {
    Map<String, ServiceConfig.TriggerRate> out = new LinkedHashMap<>();
    out.put("default", new ServiceConfig.TriggerRate(8, Duration.ofMinutes(1), 0));
    out.put("garmin", new ServiceConfig.TriggerRate(2, Duration.ofMinutes(1), 0));
    out.put("fitbit", new ServiceConfig.TriggerRate(0, Duration.ZERO, 250));
    out.put("polar", new ServiceConfig.TriggerRate(0, Duration.ZERO, 250));
    out.put("strava", new ServiceConfig.TriggerRate(1, Duration.ofMinutes(15), 0));
    out.put("oura", new ServiceConfig.TriggerRate(150, Duration.ofMinutes(5), 0));
    out.put("withings", new ServiceConfig.TriggerRate(8, Duration.ofMinutes(1), 0));
    return out;
  }
}
