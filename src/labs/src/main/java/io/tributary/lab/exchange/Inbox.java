package io.tributary.lab.exchange;

import io.tributary.db.Db;
import io.tributary.kernel.Environment;
import io.tributary.lab.wire.fhir.Envelope;
import io.tributary.lab.wire.hl7.Acknowledgement.Verdict;
import io.tributary.lab.wire.hl7.Answer;
import io.tributary.lab.wire.hl7.Header;
import io.tributary.lab.wire.hl7.InboundRules;
import io.tributary.lab.wire.hl7.MessageKey;
import io.tributary.lab.wire.mllp.Receiver;
import io.vertx.core.Future;

/**
 * Takes what laboratories send: it is acknowledged when it is stored, and not before. The same
 * message again is acknowledged without work.
 */
final class Inbox {
  private final Db db;
  private final MessageSeal seal;
  private final ExchangeMeters meters;

  Inbox(Db db, MessageSeal seal, ExchangeMeters meters) {
    this.db = db;
    this.seal = seal;
    this.meters = meters;
  }

  Receiver of(LinkProfile link) {
    InboundRules rules = new InboundRules(link.hl7().production());
    return message -> take(link, rules, message);
  }

  private Future<Verdict> take(LinkProfile link, InboundRules rules, Receiver.Inbound message) {
    boolean isAnswer = Answer.isAnswer(message.bytes());
    if (!isAnswer) {
      rules.requireResult(message.header());
    }
    return store(link, isAnswer ? "answer" : "result", message.header(), message.bytes())
        .map(isNew -> Verdict.accepted());
  }

  /**
   * For messages without a connection.
   *
   * @throws io.tributary.lab.wire.hl7.Hl7Fault when it is none that would be stored
   */
  void admit(LinkProfile link, Header header, byte[] bytes) {
    if (!Answer.isAnswer(bytes)) {
      new InboundRules(link.hl7().production()).requireResult(header);
    }
  }

  /** Stores one that was admitted. */
  Future<Boolean> keep(LinkProfile link, Header header, byte[] bytes) {
    return store(link, Answer.isAnswer(bytes) ? "answer" : "result", header, bytes);
  }

  /**
   * For results over FHIR.
   *
   * @throws io.tributary.lab.wire.fhir.FhirFault when they are none that would be stored
   */
  Envelope admit(LinkProfile link, byte[] bytes) {
    Envelope envelope = Envelope.read(bytes);
    envelope.require(link.environment() == Environment.PRODUCTION);
    return envelope;
  }

  /** Stores results that were admitted. */
  Future<Boolean> keep(LinkProfile link, Envelope envelope, byte[] bytes) {
    return keep(link, envelope, bytes, bytes);
  }

  /**
   * @param said the part of the message that makes it another one when it differs
   */
  Future<Boolean> keep(LinkProfile link, Envelope envelope, byte[] said, byte[] bytes) {
    return store(link, "result", FhirKey.of(envelope, said), bytes);
  }

  private Future<Boolean> store(LinkProfile link, String kind, Header header, byte[] bytes) {
    return store(link, kind, MessageKey.of(header, bytes), bytes);
  }

  /** True when it is new; completes when it is committed. */
  private Future<Boolean> store(LinkProfile link, String kind, MessageKey key, byte[] bytes) {
    byte[] sealed = seal.seal(bytes, link.name(), key.sender(), key.controlId());
    return MessageRepo.receive(db, link.name(), kind, key, sealed)
        .onSuccess(
            isNew -> {
              meters.received(link.name(), isNew ? "stored" : "repeated");
              if (isNew) {
                db.wakeups().wake(MessageRepo.IN_QUEUE);
              }
            });
  }
}
