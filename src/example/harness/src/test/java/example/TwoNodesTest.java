package example;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that data written through one node of a cluster survives a crash of that node. */
class TwoNodesTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void theOtherNodeGoesOnWhenOneIsKilled() throws Exception {
    try (TestCluster cluster = new TestCluster(2)) {
      eventually(SOON, () -> assertEquals(2, cluster.memberCount(0)));
      eventually(SOON, () -> assertEquals(2, cluster.memberCount(1)));
      String user =
          cluster
              .node(0)
              .post("/v2/user", "{\"client_user_id\":\"ann\"}")
              .expect(200)
              .json()
              .get("user_id")
              .asText();

      cluster.crash(0);

      assertEquals(
          "ann",
          cluster
              .node(1)
              .get("/v2/user/" + user)
              .expect(200)
              .json()
              .get("client_user_id")
              .asText());
      eventually(SOON, () -> assertEquals(1, cluster.memberCount(1)));
    }
  }
}
