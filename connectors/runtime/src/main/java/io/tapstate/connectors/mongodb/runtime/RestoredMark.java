package io.tapstate.connectors.mongodb.runtime;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Says, by being there, that a writer has been before. */
enum RestoredMark {
    HAS_BEEN;

    /** No bytes: there is nothing more to say. */
    static final class Serializer implements SimpleVersionedSerializer<RestoredMark> {
        private static final int VERSION = 1;
        private static final byte[] NOTHING = {};

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(RestoredMark mark) {
            return NOTHING;
        }

        @Override
        public RestoredMark deserialize(int version, byte[] serialized) throws IOException {
            if (version != VERSION) {
                throw new IOException("version " + version + " of a writer's mark");
            }
            return HAS_BEEN;
        }
    }
}
