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
 * Stores incoming messages and acknowledges each only after it is stored. A repeated message is
 * acknowledged without further work.
 */
final class LabMessageReceiver {
  private final Db db;
  private final MessageEncryption encryption;
  private final ExchangeMetrics meters;

  LabMessageReceiver(Db db, MessageEncryption seal, ExchangeMetrics meters) {
    this.db = db;
    this.encryption = seal;
    this.meters = meters;
  }

  MllpMessageHandler handlerFor(LabConnectionProfile link) {
    InboundMessageValidator rules = new InboundMessageValidator(link.hl7().production());
    return message -> receive(link, rules, message);
  }

  private Future<Verdict> receive(
      LabConnectionProfile link,
      InboundMessageValidator rules,
      MllpMessageHandler.Inbound message) {
    boolean isAnswer = OrderResponse.isResponse(message.bytes());
    if (!isAnswer) {
      rules.requireResult(message.header());
    }
    return store(link, isAnswer ? "answer" : "result", message.header(), message.bytes())
        .map(isNew -> Verdict.accepted());
  }

  /**
   * Validates a message that did not arrive over a connection.
   *
   * @throws io.tributary.lab.protocol.hl7.Hl7Fault when the message is not acceptable
   */
  void validate(LabConnectionProfile link, MessageHeader header, byte[] bytes) {
    if (!OrderResponse.isResponse(bytes)) {
      new InboundMessageValidator(link.hl7().production()).requireResult(header);
    }
  }

  /** Stores a validated message. */
  Future<Boolean> storeValidated(LabConnectionProfile link, MessageHeader header, byte[] bytes) {
    return store(link, OrderResponse.isResponse(bytes) ? "answer" : "result", header, bytes);
  }

  /**
   * Validates results that arrived over FHIR.
   *
   * @throws io.tributary.lab.protocol.fhir.FhirFault when the results are not acceptable
   */
  MessageHeaderFields validate(LabConnectionProfile link, byte[] bytes) {
    MessageHeaderFields envelope = MessageHeaderFields.read(bytes);
    envelope.validate(link.environment() == Environment.PRODUCTION);
    return envelope;
  }

  /** Stores validated results. */
  Future<Boolean> storeValidated(
      LabConnectionProfile link, MessageHeaderFields envelope, byte[] bytes) {
    return storeValidated(link, envelope, bytes, bytes);
  }

  /**
   * @param said content that identifies the message: a different content makes it another message
   */
  Future<Boolean> storeValidated(
      LabConnectionProfile link, MessageHeaderFields envelope, byte[] said, byte[] bytes) {
    return store(link, "result", FhirKey.keyOf(envelope, said), bytes);
  }

  private Future<Boolean> store(
      LabConnectionProfile link, String kind, MessageHeader header, byte[] bytes) {
    return store(link, kind, MessageKey.of(header, bytes), bytes);
  }

  /** Returns true when the message is new; completes when it is committed. */
  private Future<Boolean> store(
      LabConnectionProfile link, String kind, MessageKey key, byte[] bytes) {
    byte[] sealed = encryption.encrypt(bytes, link.name(), key.sender(), key.controlId());
    return LabMessageRepo.insertIncoming(db, link.name(), kind, key, sealed)
        .onSuccess(
            isNew -> {
              meters.countReceived(link.name(), isNew ? "stored" : "repeated");
              if (isNew) {
                db.queueNotifier().wake(LabMessageRepo.IN_QUEUE);
              }
            });
  }
}
