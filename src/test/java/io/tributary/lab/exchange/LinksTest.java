package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.LabExchangeConfig;
import io.tributary.kernel.Environment;
import io.tributary.lab.wire.LabReport.Interpretation;
import io.tributary.lab.wire.hl7.Hl7Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of links: what they say is what is done, and what is wrong stops the start. */
class LinksTest {
  @TempDir Path folder;

  private Links load() {
    LabExchangeConfig u = Defaults.config().labExchange();
    return Links.load(
        new LabExchangeConfig(
            folder.toString(),
            u.simulator(),
            u.simulatorStart(),
            u.sandboxHost(),
            u.sandboxPort(),
            u.sandboxWaits(),
            u.claimEvery(),
            u.slots(),
            u.lease(),
            u.waits(),
            u.answerTimeout(),
            u.applicationTimeout(),
            u.readTries()));
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theSandboxHasItsLinkToEveryLab() {
    Links links = load();
    assertEquals(1, links.all().size());
    assertEquals(
        LinkProfile.SANDBOX, links.of(Environment.SANDBOX, "whatever").orElseThrow().name());
    assertTrue(links.of(Environment.PRODUCTION, "whatever").isEmpty());
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
    LinkProfile link = load().of(Environment.PRODUCTION, "ostrelle").orElseThrow();
    assertEquals("fern", link.name());
    assertFalse(link.cancelRefused());
    assertEquals(2575, link.to().orElseThrow().port());
    assertEquals(Hl7Profile.Format.ORM_O01, link.hl7().format());
    assertEquals(Hl7Profile.NotePlace.AFTER_EACH_TEST, link.hl7().notes());
    assertEquals(Interpretation.CRITICAL, link.hl7().flags().get("Z"));
    assertTrue(link.hl7().production());
    assertEquals(Optional.of("fernholt"), link.lab("FRL"));
    assertEquals(Optional.of("ostrelle"), link.lab("ostrelle"));
    assertEquals(Optional.empty(), link.lab("pipwick"));
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
          "c.json: plain connections",
          "g.json: at.tls: ca_file, or peers",
          "d.json: link:",
          "two links are called e",
          "two links lead to y"
        }) {
      assertTrue(told.contains(part), part + " not in " + told);
    }
  }
}
