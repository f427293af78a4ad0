package io.tributary.lab.exchange;

import io.tributary.core.Environment;
import io.tributary.db.Db;
import io.tributary.lab.protocol.fhir.MessageHeaderFields;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.InboundMessageValidator;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.tributary.lab.protocol.hl7.MessageKey;
import io.tributary.lab.protocol.hl7.OrderResponse;
import io.tributary.lab.protocol.mllp.MllpMessageHandler;
import io.vertx.core.Future;

/**
 * Takes what laboratories send: it is acknowledged when it is stored, and not before. The same
 * message again is acknowledged without work.
 */
final class LabMessageReceiver {
  private final Db db;
  private final MessageEncryption seal;
  private final ExchangeMetrics meters;

  LabMessageReceiver(Db db, MessageEncryption seal, ExchangeMetrics meters) {
    this.db = db;
    this.seal = seal;
    this.meters = meters;
  }

  MllpMessageHandler of(LabConnectionProfile link) {
    InboundMessageValidator rules = new InboundMessageValidator(link.hl7().production());
    return message -> take(link, rules, message);
  }

  private Future<Verdict> take(
      LabConnectionProfile link,
      InboundMessageValidator rules,
      MllpMessageHandler.Inbound message) {
    boolean isAnswer = OrderResponse.isAnswer(message.bytes());
    if (!isAnswer) {
      rules.requireResult(message.header());
    }
    return store(link, isAnswer ? "answer" : "result", message.header(), message.bytes())
        .map(isNew -> Verdict.accepted());
  }

  /**
   * For messages without a connection.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when it is none that would be stored
   */
  void admit(LabConnectionProfile link, MessageHeader header, byte[] bytes) {
    if (!OrderResponse.isAnswer(bytes)) {
      new InboundMessageValidator(link.hl7().production()).requireResult(header);
    }
  }

  /** Stores one that was admitted. */
  Future<Boolean> keep(LabConnectionProfile link, MessageHeader header, byte[] bytes) {
    return store(link, OrderResponse.isAnswer(bytes) ? "answer" : "result", header, bytes);
  }

  /**
   * For results over FHIR.
   *
   * @throws io.tributary.lab.protocol.fhir.FhirFault when they are none that would be stored
   */
  MessageHeaderFields admit(LabConnectionProfile link, byte[] bytes) {
    MessageHeaderFields envelope = MessageHeaderFields.read(bytes);
    envelope.require(link.environment() == Environment.PRODUCTION);
    return envelope;
  }

  /** Stores results that were admitted. */
  Future<Boolean> keep(LabConnectionProfile link, MessageHeaderFields envelope, byte[] bytes) {
    return keep(link, envelope, bytes, bytes);
  }

  /**
   * @param said the part of the message that makes it another one when it differs
   */
  Future<Boolean> keep(
      LabConnectionProfile link, MessageHeaderFields envelope, byte[] said, byte[] bytes) {
    return store(link, "result", FhirKey.of(envelope, said), bytes);
  }

  private Future<Boolean> store(
      LabConnectionProfile link, String kind, MessageHeader header, byte[] bytes) {
    return store(link, kind, MessageKey.of(header, bytes), bytes);
  }

  /** True when it is new; completes when it is committed. */
  private Future<Boolean> store(
      LabConnectionProfile link, String kind, MessageKey key, byte[] bytes) {
    byte[] sealed = seal.seal(bytes, link.name(), key.sender(), key.controlId());
    return LabMessageRepo.receive(db, link.name(), kind, key, sealed)
        .onSuccess(
            isNew -> {
              meters.received(link.name(), isNew ? "stored" : "repeated");
              if (isNew) {
                db.wakeups().wake(LabMessageRepo.IN_QUEUE);
              }
            });
  }
}
