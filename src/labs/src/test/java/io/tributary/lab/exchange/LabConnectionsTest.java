package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Environment;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.outbound.SsrfPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connection files: their settings take effect, and an invalid file prevents startup. */
class LabConnectionsTest {
  @TempDir Path folder;

  static LabConnections load(LabExchangeConfig settings) {
    SsrfPolicy rules = new SsrfPolicy(Defaults.config().outbound());
    return LabConnections.load(settings, rules, FhirLogin.bearer("sandbox"));
  }

  private LabConnections load() {
    LabExchangeConfig u = Defaults.config().labExchange();
    return load(
        new LabExchangeConfig(
            folder.toString(),
            u.simulatorUrl(),
            u.simulatorStartupTimeout(),
            u.sandboxHost(),
            u.sandboxPort(),
            u.sandboxManualDispatch(),
            u.sandboxFhir(),
            u.claimInterval(),
            u.concurrency(),
            u.lease(),
            u.retrySchedule(),
            u.ackTimeout(),
            u.applicationAckTimeout(),
            u.maxReadAttempts()));
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theSandboxHasItsLinkToEveryLab() {
    LabConnections links = load();
    assertEquals(1, links.all().size());
    assertEquals(
        LabConnectionProfile.SANDBOX,
        links.find(Environment.SANDBOX, "whatever").orElseThrow().name());
    assertTrue(links.find(Environment.PRODUCTION, "whatever").isEmpty());
    assertFalse(links.all().getFirst().hl7().production());
  }

  @Test
  void aFileSaysHowALabIsReached() throws IOException {
    file(
        "one.json",
        """
        // how to reach them
        {"link": "fern", "labs": ["fernholt", "ostrelle"], "adapter": "hl7v2", "on_refusal": "hold",
         "facilities": {"FRL": "fernholt"},
         "to": {"host": "127.0.0.1", "port": 2575},
         "at": {"port": 0, "peers": ["127.0.0.1"]},
         "hl7": {"lab_facility": "FRL", "format": "orm_o01", "zone": "America/Phoenix",
                 "flags": {"Z": "critical"}, "notes": "after_each_test"}}
        """);
    LabConnectionProfile link = load().find(Environment.PRODUCTION, "ostrelle").orElseThrow();
    assertEquals("fern", link.name());
    assertFalse(link.cancelRefused());
    assertEquals(2575, link.orderTarget().orElseThrow().port());
    assertEquals(Hl7Profile.Format.ORM_O01, link.hl7().format());
    assertEquals(Hl7Profile.NotePosition.AFTER_EACH_TEST, link.hl7().notePosition());
    assertEquals(Interpretation.CRITICAL, link.hl7().flags().get("Z"));
    assertTrue(link.hl7().production());
    assertEquals(Optional.of("fernholt"), link.labOfFacility("FRL"));
    assertEquals(Optional.of("ostrelle"), link.labOfFacility("ostrelle"));
    assertEquals(Optional.empty(), link.labOfFacility("pipwick"));
  }

  @Test
  void everyFaultIsTold() throws IOException {
    file("a.json", "{\"link\": \"a\", \"labs\": [\"x\"], \"adapter\": \"manual\", \"colour\": 1}");
    file("b.json", "{\"link\": \"b\", \"labs\": [\"x\"], \"adapter\": \"hl7v2\"}");
    file(
        "c.json",
        "{\"link\": \"c\", \"labs\": [\"x\"], \"adapter\": \"hl7v2\","
            + " \"to\": {\"host\": \"lab.example\", \"port\": 1}}");
    file("d.json", "{\"link\": \"sandbox\", \"labs\": [\"x\"], \"adapter\": \"manual\"}");
    file("e.json", "{\"link\": \"e\", \"labs\": [\"y\"], \"adapter\": \"manual\"}");
    file("f.json", "{\"link\": \"e\", \"labs\": [\"y\"], \"adapter\": \"manual\"}");
    file(
        "g.json",
        "{\"link\": \"g\", \"labs\": [\"z\"], \"adapter\": \"hl7v2\", \"to\": {\"host\":"
            + " \"127.0.0.1\", \"port\": 1}, \"at\": {\"port\": 2, \"tls\": {\"cert_file\":"
            + " \"c\", \"key_file\": \"k\"}}}");
    String told = assertThrows(IllegalArgumentException.class, this::load).getMessage();
    for (String part :
        new String[] {
          "a.json",
          "colour",
          "b.json: to:",
          "c.json: an unencrypted connection",
          "g.json: at.tls: set ca_file or peers",
          "d.json: link:",
          "duplicate link name: e",
          "several links serve y"
        }) {
      assertTrue(told.contains(part), part + " not in " + told);
    }
  }

  @Test
  void aLabMaySpeakFhir() throws IOException {
    Files.writeString(folder.resolve("token"), "abc\n");
    Files.writeString(folder.resolve("password"), "p:w");
    file(
        "fhir.json",
        """
        {"link": "f", "labs": ["fernholt"], "adapter": "fhir",
         "at": {"port": 0},
         "fhir": {"url": "https://lab.example.com/fhir", "system": "https://us.example.com/lab",
           "codes": "https://lab.example.com/codes", "poll_minutes": 15,
           "login": {"token_file": "%s"}, "caller": {"user": "lab", "password_file": "%s"},
           "flags": {"Z": "critical"}}}
        """
            .formatted(folder.resolve("token"), folder.resolve("password")));
    LabConnectionProfile link = load().find(Environment.PRODUCTION, "fernholt").orElseThrow();
    FhirLink fhir = link.fhir().orElseThrow();
    assertEquals("lab.example.com", fhir.target().orElseThrow().host());
    assertEquals("Bearer abc", fhir.login().orElseThrow().header());
    FhirLogin caller = fhir.callerLogin().orElseThrow();
    assertTrue(caller.matches(FhirLogin.basic("lab", "p:w").header()));
    assertTrue(caller.matches(caller.header().replace("Basic", "basic")));
    for (String wrong : new String[] {null, "", "Basic", "Basic ", "Bearer abc", "Basic YWJj"}) {
      assertFalse(caller.matches(wrong), wrong);
    }
    assertEquals("***", caller.toString());
    assertEquals("fernholt", fhir.profiles().apply("fernholt").laboratoryId());
    assertTrue(fhir.profiles().apply("fernholt").production());
    assertEquals(java.time.Duration.ofMinutes(15), fhir.pollInterval().orElseThrow());
  }

  @Test
  void whatIsWrongWithFhirIsTold() throws IOException {
    String head = "{\"link\": \"%s\", \"labs\": [\"%s\"], \"adapter\": \"fhir\"";
    file("a.json", head.formatted("a", "x1") + "}");
    String fhir = ", \"fhir\": {\"url\": \"%s\", \"system\": \"https://us.example.com\"%s}%s}";
    file("b.json", head.formatted("b", "x2") + fhir.formatted("http://lab.example.com", "", ""));
    file("c.json", head.formatted("c", "x3") + fhir.formatted("https://10.1.2.3/f", "", ""));
    file(
        "d.json",
        head.formatted("d", "x4")
            + fhir.formatted(
                "https://lab.example.com", ", \"login\": {\"token_file\": \"/nowhere\"}", ""));
    file(
        "e.json",
        head.formatted("e", "x5")
            + fhir.formatted("https://lab.example.com", "", ", \"at\": {\"port\": 0}"));
    String told = assertThrows(IllegalArgumentException.class, this::load).getMessage();
    for (String part :
        new String[] {
          "a.json: fhir:",
          "b.json: fhir.url:",
          "c.json: fhir.url:",
          "d.json: fhir.login:",
          "e.json: fhir.caller:"
        }) {
      assertTrue(told.contains(part), part + " not in " + told);
    }
  }

  @Test
  void labsThatSpeakFhirInTheSandboxHaveALinkOfTheirOwn() {
    LabExchangeConfig u = Defaults.config().labExchange();
    LabConnections links =
        load(
            new LabExchangeConfig(
                "",
                u.simulatorUrl(),
                u.simulatorStartupTimeout(),
                u.sandboxHost(),
                u.sandboxPort(),
                u.sandboxManualDispatch(),
                java.util.List.of("ostrelle"),
                u.claimInterval(),
                u.concurrency(),
                u.lease(),
                u.retrySchedule(),
                u.ackTimeout(),
                u.applicationAckTimeout(),
                u.maxReadAttempts()));
    assertEquals(
        LabConnectionProfile.SANDBOX_FHIR,
        links.find(Environment.SANDBOX, "ostrelle").orElseThrow().name());
    assertEquals(
        LabConnectionProfile.SANDBOX,
        links.find(Environment.SANDBOX, "fernholt").orElseThrow().name());
  }
}
