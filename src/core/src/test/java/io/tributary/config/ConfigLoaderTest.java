package io.tributary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  @TempDir Path conf;

  @Test
  void nothingToldGivesTheDefaults() throws Exception {
    assertEquals(Defaults.config(), ConfigLoader.load(conf, Map.of("PATH", "/bin")));
  }

  @Test
  void theEnvironmentWinsOverTheFileAndTheFileOverTheDefault() throws Exception {
    Files.writeString(
        conf.resolve("service.json"),
        "{ // a comment\n"
            + " \"http\": {\"port\": 9000, \"host\": \"127.0.0.1\"}, \"link\": {\"token_ttl\":"
            + " \"5m\"} }");
    ServiceConfig c =
        ConfigLoader.load(
            conf,
            Map.of(
                "TRIBUTARY_HTTP_PORT", "9001",
                "TRIBUTARY_AUTH_HEADER_ALIASES", "x-one, X-Two",
                "TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "false",
                "TRIBUTARY_TRIGGER_OURA_CONNECTIONS", "7",
                "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "5ms,10ms"));
    assertEquals(9001, c.http().port());
    assertEquals("127.0.0.1", c.http().host());
    assertEquals(Duration.ofMinutes(5), c.link().tokenTtl());
    assertEquals(List.of("x-one", "x-two"), c.auth().headerAliases());
    assertFalse(c.outbound().allowPrivate());
    assertEquals(7, c.trigger().get("oura").connections());
    assertEquals(List.of(Duration.ofMillis(5), Duration.ofMillis(10)), c.webhook().retrySchedule());
  }

  @Test
  void theCatalogueOfLabsIsLookedForBesideTheFiles() throws Exception {
    Path labs = Files.createDirectory(conf.resolve("labs"));
    assertEquals(labs.toString(), ConfigLoader.load(conf, Map.of()).labTests().catalogueDir());
    Path other = Files.createDirectory(conf.resolve("other"));
    for (String told : List.of("other", other.toString())) {
      assertEquals(
          other.toString(),
          ConfigLoader.load(conf, Map.of("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", told))
              .labTests()
              .catalogueDir());
    }
    assertEquals(
        "",
        ConfigLoader.load(conf, Map.of("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", ""))
            .labTests()
            .catalogueDir());
    ConfigException e =
        assertThrows(
            ConfigException.class,
            () -> ConfigLoader.load(conf, Map.of("TRIBUTARY_LAB_TESTS_AUTO_APPROVE", "moon")));
    assertTrue(e.getMessage().contains("auto_approve"), e.getMessage());
  }

  @Test
  void aNewSlugMayBeConfigured() throws Exception {
    Files.writeString(
        conf.resolve("providers.json"),
        "{\"trigger\": {\"wahoo\": {\"connections\": 3, \"window\": \"1m\", \"max_unfinished\":"
            + " 0}}}");
    assertEquals(3, ConfigLoader.load(conf, Map.of()).trigger().get("wahoo").connections());
  }

  @Test
  void everyFaultIsListedAndNoSecretIsShown() throws Exception {
    Files.writeString(
        conf.resolve("service.json"),
        "{\"http\": {\"prot\": 1, \"port\": 70000}, \"lease\": {\"ttl\": \"soon\"}, \"db\": [],"
            + " \"bulk\": null}");
    Files.writeString(conf.resolve("providers.json"), "{ not json");
    ConfigException e =
        assertThrows(
            ConfigException.class,
            () ->
                ConfigLoader.load(
                    conf,
                    Map.of(
                        "TRIBUTARY_BOOTSTRAP_API_KEY", "hunter2hunter2",
                        "TRIBUTARY_AUTH_CACHE_TTL", "10s",
                        "TRIBUTARY_HTTP_PROT", "1")));
    String all = e.getMessage();
    for (String part :
        List.of(
            "service.json: unknown key http.prot; did you mean http.port?",
            "http.port",
            "lease",
            "db",
            "bulk",
            "providers.json",
            "api_key",
            "cache_ttl",
            "TRIBUTARY_HTTP_PROT: unknown setting; did you mean TRIBUTARY_HTTP_PORT?")) {
      assertTrue(all.contains(part), part + " in " + all);
    }
    assertFalse(all.contains("hunter2"));
  }
}
