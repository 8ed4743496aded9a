package io.tapstate.connectors.runtime;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Lengths in as few bytes as they need: seven bits a byte, low ones first, the high bit says that more follow. */
public final class VarInt {
    private VarInt() {}

    public static void write(int value, DataOutputView target) throws IOException {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            target.writeByte(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        target.writeByte(rest);
    }

    public static int read(DataInputView source) throws IOException {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int part = source.readByte();
            value |= (part & 0x7F) << shift;
            if (part >= 0) {
                if (value < 0) {
                    break;
                }
                return value;
            }
        }
        throw new IOException("not a length");
    }

    public static void writeBytes(byte[] bytes, DataOutputView target) throws IOException {
        write(bytes.length, target);
        target.write(bytes);
    }

    public static byte[] readBytes(DataInputView source) throws IOException {
        byte[] bytes = new byte[read(source)];
        source.readFully(bytes);
        return bytes;
    }
}
