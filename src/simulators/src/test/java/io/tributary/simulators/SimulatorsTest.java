package io.tributary.simulators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.oura.OuraSimulator;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatorsTest {

  @Test
  void allListenOnPortsOfTheirOwnAndSayHowToReachThem() {
    Vertx vertx = Vertx.vertx();
    try {
      var options = Simulators.options("--port", "0", "--client-id", "mine", "--days", "1");
      List<Sim> sims =
          Simulators.startAll(vertx, options, List.of(OuraSimulator::vendor, OuraSimulator::vendor))
              .await();
      assertEquals(2, sims.stream().map(Sim::port).distinct().count());
      List<String> lines = Simulators.readyText(sims).lines().toList();
      assertEquals(sims.get(0).baseUrl() + " " + sims.get(1).baseUrl(), lines.getFirst());
      String base = sims.getFirst().baseUrl();
      assertTrue(lines.contains("TRIBUTARY_PROVIDERS_OURA_API_URL=" + base));
      assertTrue(
          lines.contains("TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL=" + base + "/oauth/authorize"));
      assertTrue(lines.contains("TRIBUTARY_PROVIDERS_OURA_CLIENT_ID=mine"));
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void wrongOptionsAreNamed() {
    for (String[] args :
        new String[][] {
          {"--port", "70000"},
          {"--colour", "red"},
          {"--days"},
          {"stray"},
          {"--script", "meteor"},
          {"--rate-limit", "0"}
        }) {
      var refused = assertThrows(IllegalArgumentException.class, () -> Simulators.options(args));
      String named = args[0].equals("--script") ? "meteor" : args[0];
      assertTrue(refused.getMessage().contains(named), refused.getMessage());
    }
  }

  @Test
  void theNamesAreThoseThatCanBePlayed() {
    assertTrue(
        Simulators.simulatorNames().contains("oura")
            && Simulators.simulatorNames().contains("lab"));
  }
}
