package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.System.Logger.Level;
import java.util.UUID;

/** Gateway that only logs the existence of a message, without its content. */
final class LogGateway implements NoticeGateway {
  private static final System.Logger LOG = System.getLogger(LogGateway.class.getName());

  @Override
  public void send(UUID id, ObjectNode notice) {
    LOG.log(
        Level.INFO,
        "notice={0} order={1} kind={2} channel={3}",
        id,
        notice.get("order_id").asText(),
        notice.get("kind").asText(),
        notice.get("channel").asText());
  }
}
