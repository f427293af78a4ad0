package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.RowMapping;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.TestResources;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that messages are stored byte for byte before they are acknowledged or sent. */
class RawMessageStorageTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LabConnectedNode at;
  private LabResultSender lis;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    int port = TestResources.port();
    at =
        LabConnectedNode.start(
            folder,
            LabConnectedNode.to(lab)
                + ", \"at\": {\"host\": \"127.0.0.1\", \"port\": "
                + port
                + "}");
    lis = new LabResultSender(vertx, port, Optional.empty());
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private List<byte[]> bodies() {
    return RowMapping.list(
        at.node
            .db()
            .query(
                "select body, connection_name, sender, control_id from lab_message where direction"
                    + " = 'in' order by id"),
        r -> {
          byte[] stored = RowMapping.bytes(r, "body");
          assertFalse(new String(stored, ISO_8859_1).contains("MSH"), "not stored in clear");
          return new MessageEncryption(at.node.secrets())
              .decrypt(
                  stored,
                  r.getString("connection_name"),
                  r.getString("sender"),
                  r.getString("control_id"));
        });
  }

  @Test
  void everyByteIsKept() {
    byte[] message = new byte[600];
    byte[] head = (ScriptedLab.head("ORU^R01", "B1") + "ZZZ|").getBytes(ISO_8859_1);
    for (int i = 0; i < message.length; i++) {
      message[i] = (byte) i;
      if (message[i] == 0x1C || message[i] == 0x0B) {
        message[i] = ' ';
      }
    }
    System.arraycopy(head, 0, message, 0, head.length);
    assertTrue(lis.request(message).contains("MSA|AA|B1"));
    assertTrue(lis.request(message).contains("MSA|AA|B1"));
    assertEquals(1, bodies().size());
    assertArrayEquals(message, bodies().getFirst());
  }

  @Test
  void whatIsNotStoredIsNotAcknowledged() {
    String message = ScriptedLab.head("ORU^R01", "B2") + "PID|1\r";
    at.node.db().query("alter table lab_message add constraint trip check (control_id <> 'B2')");
    String refused = lis.request(message);
    assertTrue(refused.contains("MSA|AR|B2"), refused);
    assertTrue(refused.contains("207"), refused);
    assertEquals(0, bodies().size());
    at.node.db().query("alter table lab_message drop constraint trip");
    assertTrue(lis.request(message).contains("MSA|AA|B2"));
    assertTrue(lis.request(message).contains("MSA|AA|B2"));
    assertEquals(1, bodies().size());
  }

  @Test
  void theSameIdWithOtherWordsIsAnotherMessage() {
    String message = ScriptedLab.head("ORU^R01", "B3") + "PID|1\r";
    assertTrue(lis.request(message).contains("MSA|AA|B3"));
    assertTrue(lis.request(message + "NTE|1||more\r").contains("MSA|AA|B3"));
    assertEquals(2, bodies().size());
  }

  /**
   * A message that can never be stored must be rejected permanently; otherwise the sender would
   * retry it forever.
   */
  @Test
  void whatCanNeverBeStoredIsAnErrorOfItsContent() {
    StringBuilder name = new StringBuilder();
    java.util.Random random = new java.util.Random(7);
    for (int i = 0; i < 3500; i++) {
      name.append((char) ('A' + random.nextInt(26)));
    }
    String header = ScriptedLab.head("ORU^R01", "B4");
    for (String wrong :
        List.of(
            header.replace("|B4|", "|B\u00004|"),
            header.replace("|LIS|", "|L\u0000S|"),
            header.replace("|LIS|", "|" + name + "|"))) {
      String told = lis.request(wrong + "PID|1\r");
      assertTrue(told.contains("MSA|AE|"), told);
      assertTrue(told.contains("102"), told);
    }
    assertEquals(0, bodies().size());
    assertTrue(lis.request(header + "PID|1\r").contains("MSA|AA|B4"));
  }

  @Test
  void aRepetitionIsTheSameBytesUnderTheSameId() {
    lab.behaviour =
        (g, line) -> {
          if (lab.orders("NW").size() < 4) {
            line.close();
          } else {
            ScriptedLab.send(line, g.answerAll("OK"));
          }
        };
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    List<String> sent = lab.orders("NW").stream().map(ScriptedLab.ReceivedMessage::text).toList();
    assertEquals(4, sent.size());
    assertEquals(1, sent.stream().distinct().count());
    byte[] kept =
        RowMapping.list(
                at.node.db().query("select body from lab_message where order_id = $1", order.id()),
                r -> RowMapping.bytes(r, "body"))
            .getFirst();
    assertEquals(sent.getFirst(), new String(kept, ISO_8859_1));
  }
}
