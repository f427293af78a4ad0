package io.tributary.config;

import io.tributary.outbound.SsrfPolicy;
import io.tributary.outbound.TargetUrl;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Fuzz targets: settings, and addresses that teams configure. */
public final class ConfigFuzzTargets {
  private ConfigFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.json("config/service", ConfigFuzzTargets::load)
            .expecting(ConfigException.class)
            .tree(ConfigLoader.defaults())
            .words("1s", "0ms", "-5m", "999999999999d", "10/1m", "1/31d,2/1s"),
        FuzzTarget.bytes("config/variable", ConfigFuzzTargets::variable)
            .expecting(ConfigException.class)
            .seed(
                "TRIBUTARY_HTTP_PORT=1", "TRIBUTARY_OUTBOUND_ALLOW_CIDRS=10.0.0.0/8,fc00::/7",
                "TRIBUTARY_PROVIDERS_OURA_QUOTA=5000/5m,10/1d",
                    "TRIBUTARY_PULL_REQUEST_RETRY_DELAY=1m",
                "TRIBUTARY_DB_URL=postgresql://u:p@127.0.0.1:5432/x?y=z",
                    "TRIBUTARY_HTTP_PUBLIC_URL=https://x.example")
            .words("TRIBUTARY_", "_", "LAB_TESTS", "PROVIDERS", "=", ",", "/", "5m", "user"),
        FuzzTarget.bytes("config/quota", in -> ProviderQuota.parse(text(in)))
            .expecting(IllegalArgumentException.class)
            .seed("5000/5m,10/1d", "100/15m!", "150/1h/user"),
        FuzzTarget.bytes("config/duration", in -> DurationCodec.parse(text(in)))
            .expecting(IllegalArgumentException.class)
            .seed("5m", "100ms", "31d"),
        FuzzTarget.bytes("outbound/ranges", in -> new SsrfPolicy(rules(text(in))))
            .expecting(IllegalArgumentException.class)
            .seed("10.0.0.0/8", "fc00::/7", "1.2.3.4", "::ffff:1.2.3.4/120")
            .words("/", ":", "*", "0x7f", "-", "%eth0", "256", "/129"),
        FuzzTarget.bytes("outbound/url", in -> TargetUrl.parse(text(in)))
            .expecting(TargetUrl.InvalidUrlException.class)
            .seed("https://hooks.example.com:8443/a/b?c=d", "http://[::1]/x", "https://0x7f.1/")
            .words(
                "b\u00fccher",
                "://",
                "@",
                ":",
                "[",
                "]",
                "%",
                "#",
                "?",
                "..",
                "xn--",
                "\u3002",
                ":99999"));
  }

  private static String text(byte[] in) {
    return new String(in, StandardCharsets.UTF_8);
  }

  private static ServiceConfig.Outbound rules(String ranges) {
    return new ServiceConfig.Outbound(
        false, List.of(ranges.split(",")), true, "", Duration.ofSeconds(1));
  }

  private static void load(byte[] in) throws IOException, ConfigException {
    Path folder = Files.createTempDirectory("fuzz");
    try {
      Files.write(folder.resolve("service.json"), in);
      ConfigLoader.load(folder, Map.of());
    } finally {
      Files.delete(folder.resolve("service.json"));
      Files.delete(folder);
    }
  }

  private static void variable(byte[] in) throws ConfigException {
    String[] pair = text(in).split("=", 2);
    ConfigLoader.load(Path.of("absent"), Map.of(pair[0], pair.length < 2 ? "" : pair[1]));
  }
}
